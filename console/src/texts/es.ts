import { admin } from './es/admin.js';
import { assistants } from './es/assistants.js';
import { books } from './es/books.js';
import { clients } from './es/clients.js';
import { clocks } from './es/clocks.js';
import { connect } from './es/connect.js';
import { eventsInSpanish } from './es/event-types.js';
import { events } from './es/events.js';
import { figures } from './es/figures.js';
import { glossaryInSpanish } from './es/glossary.js';
import { holds } from './es/holds.js';
import { jobs } from './es/jobs.js';
import { lists } from './es/lists.js';
import { mail } from './es/mail.js';
import { parts } from './es/parts.js';
import { policies } from './es/policies.js';
import { problemsInSpanish } from './es/problem-codes.js';
import { products } from './es/products.js';
import { queue } from './es/queue.js';
import { quotes } from './es/quotes.js';
import { sell } from './es/sell.js';
import { session } from './es/session.js';
import { tasks } from './es/tasks.js';
import { underwriting } from './es/underwriting.js';
import { words } from './es/words.js';
import type { Texts } from './keys.js';

export const es: Texts = {
  shell: {
    name: 'Consola',
    skip: 'Ir a la página',
    menu: 'Menú',
    navigation: 'Áreas',
    theme: 'Apariencia',
    language: 'Idioma',
    offline: 'No hay conexión. Lo que ve puede no estar al día y no se puede guardar nada.',
    nothingHere: 'Aquí no hay nada',
    nothingHereDetail: 'Esta página no existe o no tiene permiso para verla.',
    account: 'Cuenta',
  },
  session,
  connect,
  assistants,
  eventTypes: eventsInSpanish,
  glossary: glossaryInSpanish,
  problemCodes: problemsInSpanish,
  problems: {
    unexpected: 'Algo ha fallado en esta página',
    noAnswer: 'El servicio no responde',
    noAnswerDetail: 'El servicio no responde. Compruebe su conexión e inténtelo de nuevo.',
    unavailable: 'El servicio no está disponible en este momento',
    invalid: 'No se ha aceptado',
    defect: 'El servicio ha fallado',
    request: 'Solicitud',
    retry: 'Intentar de nuevo',
  },
  parts,
  keys: {
    nextRow: 'Fila siguiente',
    previousRow: 'Fila anterior',
    title: 'Teclado',
    palette: 'Ir a …',
    help: 'Estas teclas',
    search: 'Al campo de búsqueda',
  },
  lists,

  bulk: {
    quoteRenewals: 'Cotizar renovaciones',
    quoteRenewalsSays: {
      one: 'Un trabajo tarifica el próximo período de la póliza. Todavía no se renueva nada.',
      other: 'Un trabajo tarifica los próximos períodos de {n} pólizas. Todavía no se renueva nada.',
    },
    doNotRenew: 'No renovar',
    doNotRenewSays: {
      one: 'La póliza vence y no se renueva.',
      other: '{n} pólizas vencen y no se renuevan.',
    },
    addNote: 'Añadir una nota',
    addNoteSays: {
      one: 'La nota se añade a la póliza, y la leen ambas partes.',
      other: 'La nota se añade a {n} pólizas, y la leen ambas partes.',
    },
  },

  palette: {
    title: 'Ir a …',
    what: 'Un nombre, número de póliza, teléfono, correo o id',
    found: 'Encontrado',
    recent: 'Recientes',
    policies: 'Pólizas',
    clients: 'Clientes',
    quotes: 'Cotizaciones',
    actions: 'Empezar',
    pages: 'Páginas',
    newQuote: 'Cotización nueva',
    startJob: 'Iniciar un trabajo',
    checkProduct: 'Revisar o importar un archivo de producto',
    declareHold: 'Declarar una suspensión',
    nothing: 'No se encontró nada',
  },
  underwriting,
  queue,
  drafts: {
    saved: 'Borrador guardado',
    saving: 'Guardando…',
    failed: 'Aún sin guardar',
    elsewhere: 'Este borrador se cambió o se descartó en otra ventana.',
    takeOther: 'Usar el otro',
    keepThis: 'Conservar este',
  },
  endorse: {
    title: 'Modificar: {name}',
    back: 'Volver a la póliza',
    notNow: 'Esta póliza no se puede modificar ahora.',
    discard: 'Descartar borrador',
    discardAsks: 'Se borran todos los cambios que escribió. La póliza queda como está.',
    today: 'Hoy',
    nextMonth: 'Primero del próximo mes',
    termStart: 'Inicio del período',
    yourChanges: { one: 'Sus cambios ({n})', other: 'Sus cambios ({n})' },
    noChanges: 'Ninguno todavía.',
    added: 'Se agrega',
    removed: 'Se quita',
    undo: 'Deshacer: {what}',
    undone: 'Se deshizo: {what}.',
    bringBack: 'Recuperar',
    noneFound: 'Ninguna pregunta tiene estas palabras.',
    dueNow: 'A pagar por este cambio',
    madeOf: '{premium} de prima, {taxes} de impuestos y cargos',
    forDays: 'Por {days} de {of} días del período.',
    wholeTerm: 'Un período completo',
    coverage: 'Cobertura',
    then: 'Después',
    difference: 'Diferencia',
    noCoverage: 'Ninguna',
  },
  sell,
  quotes,
  policies,
  standing: {
    AWAITS_FINANCING: 'Espera financiación',
    STARTS: 'Comienza el {date}',
    IN_FORCE: 'Activa hasta el {date}',
    RENEWAL_WAITS: 'Renovación del {date} pendiente',
    RENEWS: 'Se renueva el {date}',
    renewsAt: 'Se renueva el {date} por {amount}',
    EXPIRES: 'Vence el {date}',
    CANCELS: 'Se cancela el {date}',
    LAPSED: 'Sin cobertura hasta el {date}',
    CANCELED: 'Cancelada el {date}',
    EXPIRED: 'Vencida el {date}',
  },
  clients,
  books,
  jobs,
  files: {
    drop: 'Suelte archivos aquí o elíjalos',
    uploadingNamed: { one: 'Subiendo {name}…', other: 'Subiendo {name}…, quedan {n}' },
    title: 'Archivos',
    none: 'Aún no hay archivos.',
    name: 'Nombre',
    size: 'Tamaño',
    kilobytes: '{n} KB',
    state: 'Análisis',
    uploaded: 'Subido',
    actions: 'Acciones',
    done: '{name} se ha subido.',
    download: 'Descargar',
    delete: 'Eliminar',
    deleteTitle: '¿Eliminar {name}?',
    deleteSays:
      'El archivo se elimina para siempre. El registro de auditoría conserva su nombre y el motivo.',
    deleted: '{name} se ha eliminado.',
    reason: 'Motivo',
  },
  activity: {
    said: {
      by: 'Por {provider}',
      byHand: 'Anotado a mano',
      canceled: 'Desde el {date}; la prima baja {amount}',
      endorsed: 'Desde el {date}; prima {amount}',
      reinstated: 'Vigente de nuevo desde el {date}',
      renewed: 'Hasta el {date}; prima {amount}',
      cancellationRequested: 'El vendedor pide cancelar desde el {date}',
      notice: 'Se cancela el {date} si no se retira el aviso',
      noticeUnlessPaid: 'Se cancela el {date} si no se pagan {amount} hasta el {until}',
      noticePaid: 'Se pagó lo vencido',
      noticeWithdrawn: 'La póliza no se cancela el {date}',
      renewalSelected: 'Se renueva el {date}',
      renewalRequested: 'Se pide a la aseguradora el período desde el {date}',
      pastDue: '{amount} vencía el {date}',
      billed: 'Vence el {date}',
      moved: 'De {from} a {to}',
      chargeAnnounced: 'Se cargarán {amount} el {date}',
    },
    changes: 'Cambios',
    money: 'Dinero',
    letters: 'Correo y documentos',
    notes: 'Notas y tareas',
    withEvents: 'Con eventos',
    more: 'Anteriores',
    title: 'Actividad',
    kind: 'Clase',
    what: 'Qué',
    when: 'Cuándo',
    withoutEvents: 'Todo menos eventos',
    withheld: 'No puede leer todo aquí: {kinds}.',
    none: 'Aún no ha pasado nada.',
    note: 'Nota',
    addNote: 'Añadir nota',
    noteSays: 'Solo su organización ve la nota. No se puede cambiar.',
    noteAdded: 'Nota añadida.',
  },
  home: {
    clear: 'Aquí no hay nada pendiente',
    nothing: 'No hay nada pendiente para usted.',
    title: 'Inicio',
    tasks: 'Mis tareas',
    roleTasks: 'Tareas sin responsable',
    referrals: 'Remisiones',
    pastDue: 'Vencidos',
    notices: 'Avisos de cancelación',
    renewals: 'Vencen en 30 días',
    failed: 'Eventos con fallas',
    jobs: 'Trabajos',
    letters: 'Cartas por imprimir',
    since: 'desde el',
    cancels: 'se cancela el',
  },
  bell: {
    title: 'Avisos',
    new: { one: 'Avisos: {n} nuevo', other: 'Avisos: {n} nuevos' },
    none: 'Nada espera por usted.',
    service: 'El servicio',
    task: '{name} le asignó una tarea',
    mentioned: '{name} lo mencionó',
    job: 'Su trabajo terminó: {state}',
    approved: '{name} aprobó su remisión',
    declined: '{name} rechazó su remisión',
    mail: 'Su correo: {state}',
  },
  tasks,
  mail,
  holds,
  clocks,
  products,
  events,
  admin,
  figures,
  words,
};

export { faultsInSpanish } from './es/problem-codes.js';
