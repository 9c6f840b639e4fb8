import type { Texts } from '../keys.js';

export const lists: Texts['lists'] = {
  search: 'Buscar',
  filter: 'Filtro',
  removeFilter: 'Quitar el filtro {label}',
  views: 'Vistas',
  everything: 'Todo',
  saveView: 'Guardar como vista',
  viewName: 'Nombre de la vista',
  viewSays:
    'Los filtros, el orden, las columnas y la densidad se guardan para usted, en todos los navegadores.',
  replacesView: 'Esto reemplaza su vista {name}.',
  viewSaved: 'Vista {name} guardada.',
  viewDeleted: 'Se eliminó la vista.',
  deleteView: 'Eliminar {name}',
  display: 'Presentación',
  density: 'Altura de las filas',
  comfortable: 'Cómoda',
  compact: 'Compacta',
  columns: 'Columnas',
  export: 'Exportar CSV',
  exporting: 'Detener tras {n} filas',
  exported: { one: 'Una fila exportada.', other: '{n} filas exportadas.' },
  exportedFirst: {
    one: 'Primera fila exportada.',
    other: 'Primeras {n} filas exportadas: acote la lista para el resto.',
  },
  selectAll: 'Seleccionar todas las filas leídas',
  selectRow: 'Seleccionar la fila {n}',
  selected: { one: 'Una seleccionada', other: '{n} seleccionadas' },
  clearSelection: 'Quitar la selección',
  yes: 'Sí',
};
