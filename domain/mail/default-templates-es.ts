import type { MailTemplates } from './default-template.js';

export const spanishGreeting = 'Estimado/a {insuredName}:';

/** Reasons in the service's own words: those of cancellations for which the product names none. */
export const spanishReasons: Readonly<Record<string, string>> = {
  'Non-payment of premium': 'Falta de pago de la prima',
};

/** The service's own texts of mails in Spanish. */
export const spanishTemplates: MailTemplates = {
  PROPOSAL: {
    subjects: ['Su propuesta de {productName}', 'Su propuesta'],
    lines: ['Adjuntamos su propuesta.', 'La prima es de {amount}.'],
  },
  POLICY_DOCUMENTS: {
    subjects: ['Documentos de su póliza {policyNumber}', 'Documentos de su póliza'],
    lines: ['Adjuntamos los documentos de su póliza.', 'Tienen efecto a partir del {effectiveDate}.'],
  },
  INVOICE: {
    subjects: ['Factura de su póliza {policyNumber}', 'Factura de su póliza'],
    lines: ['{amount} vence el {dueDate}.'],
  },
  NOTICE: {
    subjects: ['Aviso importante sobre su póliza {policyNumber}', 'Aviso importante sobre su póliza'],
    lines: [
      'Este es un aviso importante sobre su póliza.',
      '{reason}',
      'Tiene efecto a partir del {effectiveDate}.',
      'Si recibimos {amount} a más tardar el {dueDate}, la póliza no se cancela y este aviso queda sin efecto.',
    ],
  },
  REMINDER: {
    subjects: ['Recordatorio de su póliza {policyNumber}', 'Recordatorio'],
    lines: ['{amount} vence el {dueDate}.', '{reason}', '[Abrir]({link})'],
  },
  RECEIPT: {
    subjects: ['Recibo de su póliza {policyNumber}', 'Recibo'],
    lines: ['Hemos recibido {amount}. Gracias.', '[Ver sus pagos automáticos]({link})'],
  },
  AMOUNT_CHANGED: {
    subjects: ['Cambia el importe de su próximo pago: póliza {policyNumber}', 'Cambia su próximo pago'],
    lines: [
      'El {dueDate} cobraremos {amount}, un importe distinto del anterior.',
      '{reason}',
      '[Ver o terminar sus pagos automáticos]({link})',
    ],
  },
  PAYMENT_FAILED: {
    subjects: ['No pudimos cobrar su pago: póliza {policyNumber}', 'No pudimos cobrar su pago'],
    lines: [
      'No pudimos cobrar {amount}.',
      '{reason}',
      'Pague antes del {dueDate} para que su cobertura continúe.',
      '[Abrir]({link})',
    ],
  },
  PASSWORD_RESET: {
    subjects: ['Su nueva contraseña'],
    lines: [
      'Alguien pidió una nueva contraseña para su cuenta. Si no fue usted, no tiene que hacer nada.',
      '[Elegir una nueva contraseña]({link})',
    ],
  },
  OTHER: { subjects: ['Un mensaje sobre su seguro'], lines: ['{reason}'] },
};
