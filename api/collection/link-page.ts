import { createHash } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { dayInWords, moneyInWords } from '../../domain/billing/collection-words.js';
import { BadRequest, TooManyRequests } from '../errors/app-error.js';
import type { EndpointHandler } from '../http/validated.js';
import { Html, html } from '../reference/html.js';
import type { LinkedPolicy } from './policy-collections.js';

const style = 'body{font:1.1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem}';
const styleHash = createHash('sha256').update(style).digest('base64');

const texts = {
  en: {
    title: 'Automatic payment',
    next: (amount: string, on: string) => `Next charge: ${amount} on ${on}.`,
    none: 'Nothing is due to be charged at present.',
    confirm: 'After it has ended, you pay the bills of this policy yourself. Your coverage does not change.',
    button: 'End automatic payment',
    ended: 'Automatic payment has ended. Nothing more is charged by itself.',
    invalid: 'This link is not valid any more. Please ask your agent or insurer.',
    policy: 'Policy',
    often: 'Too many requests. Please wait a minute and open the link again.',
  },
  es: {
    title: 'Pago automático',
    next: (amount: string, on: string) => `Próximo cargo: ${amount} el ${on}.`,
    none: 'Por ahora no se cargará nada.',
    confirm: 'Cuando termine, usted mismo paga las facturas de esta póliza. Su cobertura no cambia.',
    button: 'Terminar el pago automático',
    ended: 'El pago automático ha terminado. No se cargará nada más.',
    invalid: 'Este enlace ya no es válido. Consulte a su agente o aseguradora.',
    policy: 'Póliza',
    often: 'Demasiadas solicitudes. Espere un minuto y abra el enlace de nuevo.',
  },
};

/** Sends the policyholder's page: without scripts, kept by nobody, and without a word of the link to other sites. */
export function sendLinkPage(res: Response, linked: LinkedPolicy | undefined): void {
  sendPage(res, linked === undefined ? 404 : 200, linked);
}

/** Of the same requests, those that are refused: a person reads the answer. Others throw what they threw. */
export function linkPage(handler: EndpointHandler): EndpointHandler {
  const handle: RequestHandler = async (req, res, next) => {
    try {
      await handler(req, res, next);
    } catch (error) {
      if (!(error instanceof BadRequest || error instanceof TooManyRequests)) throw error;
      res.set(error.headers);
      sendPage(res, error.status as 400 | 429, undefined);
    }
  };
  return Object.assign(handle, { endpoint: handler.endpoint });
}

function sendPage(res: Response, status: 200 | 400 | 404 | 429, linked: LinkedPolicy | undefined): void {
  const language = linked?.language?.toLowerCase().startsWith('es') ? 'es' : 'en';
  const say = texts[language];
  const refusal = status === 429 ? say.often : say.invalid;
  const content = linked === undefined ? html`<p>${refusal}</p>` : contentOf(linked, language);
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${say.title}</title><style>${new Html(style)}</style></head>
<body><main><h1>${say.title}</h1>${content}</main></body></html>
`;
  res
    .status(status)
    .setHeader('Content-Type', 'text/html; charset=utf-8')
    .setHeader(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    .setHeader('Referrer-Policy', 'no-referrer')
    .setHeader('X-Robots-Tag', 'noindex');
  res.end(page.text);
}

function contentOf({ policyNumber, isCollected, next }: LinkedPolicy, language: 'en' | 'es'): Html {
  const say = texts[language];
  const number = html`<p>${say.policy} <strong>${policyNumber}</strong></p>`;
  if (!isCollected) return html`${number}<p>${say.ended}</p>`;
  const charge =
    next === undefined
      ? say.none
      : say.next(moneyInWords(language, next.currency, next.amount), dayInWords(language, next.on));
  // Without an action, the form is sent to the address of the page, which has the token.
  return html`${number}<p>${charge}</p><p>${say.confirm}</p><form method="post"><button>${say.button}</button></form>`;
}
