import { describe, expect, it } from 'vitest';
import { plainProgram } from '../program.js';
import { run, type Driver } from '../run.js';
import { fakes } from './index.js';

const MAIN: Driver = {
  drive: (exports, running) => {
    running.call('main', exports['main'] as () => unknown);
  },
};

const HEAD = `
const { ClientKafka } = require('@nestjs/microservices');
const client = new ClientKafka({ producer: { transactionalId: 'orders' }, producerOnlyMode: true });
`;

const runMain = (main: string) =>
  run(plainProgram('main.js', `${HEAD}exports.main = async () => {${main}};`), fakes, { driver: MAIN });

describe('the fake of ClientKafka', () => {
  it('has a producer when it has connected, and no sooner', async () => {
    const early = await runMain('return client.producer;');
    const late = await runMain(
      'await client.connect(); return client.producer === (await client.connect());',
    );

    expect(early.entries.at(-1)).toMatchObject({ outcome: 'threw' });
    expect(late.entries.at(-1)).toMatchObject({ outcome: 'returned', value: true });
  });

  it('gives kafkajs, whose producers begin transactions', async () => {
    const { deeds } = await runMain(`
  const kafka = await client.createClient();
  const tx = await kafka.producer({ transactionalId: 'orders' }).transaction();
  await tx.send({ topic: 'orders', messages: [{ value: 'a' }] });
  await tx.commit();`);

    expect(deeds.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
      'create ok',
      'begin ok',
      'send ok',
      'commit ok',
    ]);
  });

  it('sends outside of an open transaction what it emits', async () => {
    const { deeds, asides } = await runMain(`
  await client.connect();
  await client.producer.transaction();
  await new Promise((resolve) => client.emit('orders', 'an order').subscribe({ complete: resolve }));`);

    expect(asides.map(({ is }) => is)).toEqual(['sent-outside']);
    expect(deeds.find(({ operation }) => operation === 'send')?.transaction).toBeUndefined();
  });

  it('closes its producer', async () => {
    const { deeds } = await runMain('await client.connect(); await client.close();');

    expect(deeds.map(({ operation }) => operation)).toEqual(['create', 'close']);
  });
});
