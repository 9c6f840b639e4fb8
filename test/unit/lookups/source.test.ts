import { expect, it } from 'vitest';

const program = new URL('../../../examples/data-source/source.mjs', import.meta.url).href;
const { startSource } = (await import(program)) as {
  startSource(): Promise<{ port: number; charges(): number; stop(): Promise<void> }>;
};

it('answers a repeat without charging it again, and fails where it is told to', async () => {
  const source = await startSource();
  const ask = async (vin: string, id: string) => {
    const url = `http://127.0.0.1:${source.port}/vin`;
    const response = await fetch(url, {
      ...{ method: 'POST', body: JSON.stringify({ vin }), headers: { 'webhook-id': id } },
    });
    return response.ok ? await response.json() : response.status;
  };
  try {
    const first = await ask('4Y1SL65848Z411439', 'a');
    expect(first).toMatchObject({ vehicle: { value: expect.any(Number), year: expect.any(Number) } });
    expect(await ask('4Y1SL65848Z411439', 'a')).toEqual(first);
    expect(source.charges()).toBe(1);
    expect(await ask('FAIL1', 'b')).toBe(503);
    expect(await ask('WRONG1', 'c')).toMatchObject({ vehicle: { value: 'unknown' } });
    expect(source.charges()).toBe(2);
  } finally {
    await source.stop();
  }
});
