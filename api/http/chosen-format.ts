import express, { type Request } from 'express';

/** The format that a request asks for, by its parameter or else by `Accept`; JSON otherwise. */
export function chosenFormat<Format extends string>(
  req: Request,
  formats: Readonly<Record<Format | 'json', string>>,
  asked: Format | undefined,
): Format | 'json' {
  const accepted = express.request.accepts.call(req, ...Object.values<string>(formats));
  const names = Object.keys(formats) as Format[];
  return asked ?? names.find((each) => formats[each] === accepted) ?? 'json';
}
