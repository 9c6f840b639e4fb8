import type { Command } from 'commander';
import { clockLines, clockTable, endText, eventLine } from '../clocks/clock-text.js';
import { followAdvance, type ToldEvent } from '../clocks/follow.js';
import { ServiceClocks } from '../clocks/service-clocks.js';
import { parseCount, parseMoment, type TargetOptions, targetOf } from '../clocks/target.js';
import { addCopyCommands } from './clock-copy.js';
import { type ClockOptions, clockCommand } from './clock-options.js';
import { type CommandContext, report } from './command-context.js';
import { parseUuid } from './product-options.js';

/** Test clocks: `clock create`, `clock advance` and others, on a running service. */
export function addClockCommands(command: Command, context: CommandContext): void {
  addCreate(command, context);
  addList(command, context);
  addShow(command, context);
  addAdvance(command, context);
  addStop(command, context);
  addDelete(command, context);
  addCopyCommands(command, context);
}

function addCreate(command: Command, context: CommandContext): void {
  clockCommand(command, 'create', 'make a test clock')
    .argument('<name>', 'its name')
    .option('--at <day or moment>', 'the time that it shows; default: now', parseMoment)
    .option('--waits-time-out', 'waits for outside systems end when the clock passes their end')
    .action(async (name: string, { at, waitsTimeOut, url, json }: CreateOptions) => {
      const businessTime = at ?? new Date().toISOString();
      const clock = await new ServiceClocks(url).create({
        name,
        businessTime,
        ...(waitsTimeOut && { waitsTimeOut }),
      });
      report(context, { json, result: clock, lines: clockLines(clock) });
    });
}

interface CreateOptions extends ClockOptions {
  at?: string;
  waitsTimeOut?: true;
}

function addList(command: Command, context: CommandContext): void {
  clockCommand(command, 'list', 'list the test clocks').action(async ({ url, json }: ClockOptions) => {
    const clocks = await new ServiceClocks(url).list();
    report(context, { json, result: clocks, lines: clockTable(clocks) });
  });
}

function addShow(command: Command, context: CommandContext): void {
  clockCommand(command, 'show', 'show a test clock and what is due next')
    .argument('<clock>', 'its id', parseUuid)
    .action(async (clockId: string, { url, json }: ClockOptions) => {
      const clock = await new ServiceClocks(url).get(clockId);
      report(context, { json, result: clock, lines: clockLines(clock) });
    });
}

interface AdvanceOptions extends ClockOptions, TargetOptions {
  follow: boolean;
}

function addAdvance(command: Command, context: CommandContext): void {
  clockCommand(command, 'advance', 'advance a test clock, and print what happens until it is ready')
    .argument('<clock>', 'its id', parseUuid)
    .option('--to <day or moment>', 'to a day, which stands for its noon in UTC, or a moment', parseMoment)
    .option('--days <n>', 'by days', parseCount)
    .option('--months <n>', 'by months', parseCount)
    .option('--next', 'to the next thing due')
    .option('--no-follow', 'end at once')
    .action(async (clockId: string, { url, json, follow, ...options }: AdvanceOptions) => {
      const clocks = new ServiceClocks(url);
      const to = targetOf(await clocks.get(clockId), options);
      const before = await clocks.latestEvent(clockId);
      const begun = await clocks.advance(clockId, to);
      if (!follow) return report(context, { json, result: begun, lines: clockLines(begun) });
      const events: ToldEvent[] = [];
      let problem: string | undefined;
      const clock = await followAdvance(
        clocks,
        { clockId, before },
        {
          event: (told) => {
            events.push(told);
            if (!json) context.print(eventLine(told));
          },
          clock: (read) => {
            if (!json && read.problem !== undefined && read.problem !== problem)
              context.print(`Held up: ${read.problem}`);
            problem = read.problem;
          },
        },
      );
      report(context, { json, result: { ...clock, events }, lines: [endText(clock, to)] });
    });
}

function addStop(command: Command, context: CommandContext): void {
  clockCommand(command, 'stop', 'stop an advance where it stands')
    .argument('<clock>', 'its id', parseUuid)
    .action(async (clockId: string, { url, json }: ClockOptions) => {
      const clock = await new ServiceClocks(url).stop(clockId);
      report(context, { json, result: clock, lines: clockLines(clock) });
    });
}

function addDelete(command: Command, context: CommandContext): void {
  clockCommand(command, 'delete', 'delete a test clock with its clients and everything of theirs')
    .argument('<clock>', 'its id', parseUuid)
    .requiredOption('--yes', 'delete it: this cannot be undone')
    .action(async (clockId: string, { url, json }: ClockOptions) => {
      await new ServiceClocks(url).delete(clockId);
      report(context, { json, result: { id: clockId, deleted: true }, lines: [`Deleted clock ${clockId}`] });
    });
}
