/** What policyholders are told of their charges, in Spanish. */
export const spanishCharges = {
  declined: (method: string, why: string) => `El banco rechazó el cargo a ${method}: ${why}.`,
  stopped: (method: string) => `Ya no se hacen cargos a ${method}.`,
  runsOut: (method: string, month: string) => `Solo es posible hacer cargos a ${method} hasta ${month}.`,
  card: 'la tarjeta',
  method: 'el método de pago guardado',
  endingIn: (name: string, lastFour: string) => `${name} terminada en ${lastFour}`,
  askBank: 'consulte a su banco',
  declines: {
    insufficient_funds: 'fondos insuficientes',
    expired_card: 'la tarjeta está vencida',
    account_closed: 'la cuenta está cerrada',
    authentication_required: 'el banco pide su autorización',
    card_velocity_exceeded: 'se alcanzó un límite de la tarjeta',
  } as Readonly<Record<string, string>>,
};
