import type { glossaryInEnglish } from '../en/glossary.js';

export const glossaryInSpanish: Record<keyof typeof glossaryInEnglish, { title: string; means: string }> = {
  acceptance: {
    title: 'Aceptación',
    means: 'El consentimiento del asegurado a una cotización, si una regla lo exige.',
  },
  accountSettled: {
    title: 'Saldada',
    means: 'La póliza ha terminado y nadie debe nada. Pasado el plazo de conservación, se cierra.',
  },
  authority: {
    title: 'Autoridad',
    means: 'Lo que una licencia permite a un vendedor en nombre de la aseguradora, como emitir lo pagado.',
  },
  balance: {
    title: 'Saldo',
    means: 'Lo facturado menos lo pagado. Por debajo de cero, se debe dinero al asegurado.',
  },
  bindable: { title: 'Emitible', means: 'Con la cotización se puede emitir una póliza ahora.' },
  build: {
    title: 'Compilación',
    means: 'El número correlativo de las versiones. Cada importación de otro contenido lo aumenta.',
  },
  case: {
    title: 'Caso',
    means: 'Respuestas con la cotización que deben dar, guardadas junto al archivo del producto.',
  },
  coverage: {
    title: 'Cobertura',
    means: 'Una parte del seguro con su prima, sus límites y sus deducibles.',
  },
  deductible: { title: 'Deducible', means: 'La parte de cada siniestro que paga el asegurado.' },
  deployment: {
    title: 'Implantación',
    means: 'Pone una versión en la línea de tiempo de un entorno, desde un día de vigencia.',
  },
  earned: {
    title: 'Prima devengada',
    means: 'La parte de la prima emitida que corresponde a los días pasados.',
  },
  effective: {
    title: 'Vigencia y vencimiento',
    means: 'El primer día de un período, y el primer día que ya no cubre.',
  },
  endorsement: {
    title: 'Modificación',
    means: 'Un cambio de la póliza dentro de su período, como un límite mayor.',
  },
  environment: {
    title: 'Entorno',
    means: 'Dónde se vende una versión: DEV para probar, UAT para aceptar, PROD para el negocio real.',
  },
  event: {
    title: 'Evento',
    means: 'Una petición de hacer algo, guardada con lo que se le dijo y lo que resultó.',
  },
  exposure: {
    title: 'Exposición',
    means: 'Una cantidad de la que depende la prima, como la nómina o los ingresos.',
  },
  flat: {
    title: 'Cancelación desde el inicio',
    means: 'Cancela desde el primer día del período: se devuelve toda la prima.',
  },
  hold: {
    title: 'Suspensión',
    means: 'Detiene o remite el negocio de un lugar durante unos días, como antes de una tormenta.',
  },
  installment: { title: 'Cuota', means: 'Una parte de la prima según el plan de pago, con su fecha.' },
  job: { title: 'Trabajo', means: 'Lo mismo para cada fila de un archivo.' },
  lapse: {
    title: 'Interrupción',
    means: 'Días sin cobertura entre una cancelación y una rehabilitación posterior. No se cobran.',
  },
  ledger: {
    title: 'Libro',
    means: 'Los cargos y las devoluciones de prima de una póliza, una entrada por cada uno.',
  },
  license: {
    title: 'Licencia',
    means: 'El permiso del dueño del producto para que otra organización lo venda.',
  },
  lint: {
    title: 'Comprobación',
    means: 'Encuentra los errores de un archivo de producto: nombres, tipos y respuestas que fallarían.',
  },
  loading: {
    title: 'Recargo',
    means: 'Lo que un suscriptor añade al precio en porcentaje; por debajo de cero es un descuento.',
  },
  minimumPremium: {
    title: 'Prima mínima',
    means: 'Lo menos que se cobra. La diferencia se reparte entre las coberturas.',
  },
  nonRenewal: {
    title: 'Sin renovación',
    means: 'La decisión de no renovar. La póliza vence al final de su período.',
  },
  overlay: {
    title: 'Variante',
    means: 'Lo que un producto tiene distinto en algunos estados, en lugar de lo que vale en los demás.',
  },
  paymentPlan: { title: 'Plan de pago', means: 'Cómo se divide en pagos el precio de un período.' },
  permission: {
    title: 'Permiso',
    means: 'Lo que alguien puede hacer en la organización. Los roles son conjuntos de permisos.',
  },
  premium: { title: 'Prima', means: 'El precio del seguro por un período, sin impuestos ni cargos.' },
  proRata: {
    title: 'Prorrata',
    means: 'En proporción a los días: se devuelve toda la prima no devengada.',
  },
  producer: { title: 'Productor', means: 'La persona que vendió la póliza.' },
  referral: {
    title: 'Remisión',
    means: 'Una cotización que necesita la aprobación de un suscriptor antes de emitirse.',
  },
  reinstatement: {
    title: 'Rehabilitación',
    means: 'Deshace una cancelación, o retira un aviso de cancelación.',
  },
  renewal: { title: 'Renovación', means: 'El próximo período de una póliza, con otra cotización.' },
  rewrite: {
    title: 'Reescritura',
    means: 'Cancela una póliza y emite otra en su lugar, con una cotización.',
  },
  secondFactor: {
    title: 'Segundo factor',
    means: 'Un código de una aplicación del teléfono, además de la contraseña.',
  },
  seller: {
    title: 'Vendedor',
    means: 'La organización que lleva al cliente, como una agencia. Ve la póliza, igual que la aseguradora.',
  },
  shortRate: {
    title: 'Tarifa corta',
    means: 'Devuelve menos que la prorrata: la aseguradora retiene una penalización o una parte.',
  },
  singleSignOn: {
    title: 'Inicio de sesión único',
    means: 'Las personas entran con la cuenta de su trabajo, y aquí la pierden cuando se van.',
  },
  statement: {
    title: 'Estado de cuenta',
    means: 'Lo que se cobra al asegurado por una cuota, una modificación o una cancelación.',
  },
  testClock: {
    title: 'Reloj de prueba',
    means: 'Un tiempo propio para algunos clientes: un año pasa en un minuto, para ver qué ocurriría.',
  },
  trueUp: { title: 'Ajuste', means: 'Adapta la prima a la exposición real.' },
  unearned: {
    title: 'Prima no devengada',
    means: 'La prima emitida aún no devengada. Una cancelación la devuelve, entera o en parte.',
  },
  version: {
    title: 'Versión',
    means: 'Un producto como se importó. Nunca cambia; un cambio es otra versión.',
  },
  webhook: {
    title: 'Webhook',
    means: 'Una dirección de otro sistema que recibe avisos cuando algo ha ocurrido.',
  },
  worksheet: {
    title: 'Hoja de cálculo',
    means: 'El registro de una tarificación: una línea por paso, con el importe antes y después.',
  },
  written: {
    title: 'Prima emitida',
    means: 'La prima cobrada por un período hasta ahora, con sus modificaciones y devoluciones.',
  },
};
