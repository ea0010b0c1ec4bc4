import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as parser from '@typescript-eslint/parser';
import { ESLint } from 'eslint';
import { KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError } from 'kafkajs';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import plugin from '../../src/index.js';
import { FakeProducer, type Failures } from './fake-kafkajs.js';

const root = path.join(import.meta.dirname, '../..');
const source = path.join(root, 'examples/order-service/src');

/** The example as it stands, and after `eslint --fix`, both compiled. */
let folder = '';

/** Compiles the files of a folder of the example. They import the clients, which are found from below node_modules. */
async function compile(from: string, to: string, outputs: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const file of await readdir(from)) {
    const whole = path.join(from, file);
    const text = outputs.get(whole) ?? (await readFile(whole, 'utf8'));
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    await writeFile(path.join(to, file.replace(/\.ts$/, '.js')), outputText);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(root, 'node_modules/.order-service-'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  const eslint = new ESLint({
    cwd: root,
    fix: true,
    overrideConfigFile: true,
    overrideConfig: [{ files: ['**/*.ts'], languageOptions: { parser } }, plugin.configs.strict],
  });
  const results = await eslint.lintFiles(path.join(source, 'mistakes'));
  const outputs = new Map(results.flatMap(({ filePath, output }) => (output ? [[filePath, output]] : [])));
  await compile(path.join(source, 'mistakes'), path.join(folder, 'before'), new Map());
  await compile(path.join(source, 'mistakes'), path.join(folder, 'after'), outputs);
  await compile(path.join(source, 'correct'), path.join(folder, 'correct'), new Map());
});

afterAll(() => rm(folder, { recursive: true, force: true }));

type Version = 'before' | 'after' | 'correct';
type Make<T> = (deps: Record<string, unknown>) => T;

/** What a factory of the example makes with the fake client. */
async function made<T>(
  version: Version,
  file: string,
  factory: string,
  producer: FakeProducer,
  deps: Record<string, unknown> = {},
): Promise<T> {
  const url = pathToFileURL(path.join(folder, version, `${file}.js`)).href;
  const module = (await import(url)) as Record<string, Make<T>>;
  const make = module[factory];
  if (!make) throw new Error(`${file} has no ${factory}`);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  return make({ producer, log, groupId: 'orders', ...deps });
}

/** What came of a call: its value, or its error. */
const outcomeOf = (call: Promise<unknown>): Promise<{ value: unknown } | { error: unknown }> =>
  call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

const timeOut = new KafkaJSNumberOfRetriesExceeded(
  new KafkaJSProtocolError({
    name: 'KafkaJSProtocolError',
    type: 'REQUEST_TIMED_OUT',
    code: 7,
    message: '',
  } as never),
  { retryCount: 5, retryTime: 1000 },
);
const fenced = new Error('fenced');
const aborting = new Error('the abort failed');

const payment = { id: 'p1', orderId: 'o1', cents: 100 };
const order = { id: 'o1', customer: 'c1', lines: [{ sku: 's1', quantity: 2 }] };
const payload = { topic: 'orders.paid', partition: 0, message: { key: 'k', value: 'v', offset: '41' } };

describe.each(['before', 'after', 'correct'] as const)('the order service, %s --fix', (version) => {
  const isFixed = version !== 'before';

  interface Payments {
    confirm(of: typeof payment): Promise<void>;
    reverse(of: typeof payment): Promise<void>;
  }
  const payments = (producer: FakeProducer): Promise<Payments> =>
    made<Payments>(version, 'confirm-payment', 'createPayments', producer);

  it('confirms a payment in one transaction', async () => {
    const producer = new FakeProducer();
    await (await payments(producer)).confirm(payment);

    expect(producer.deeds).toEqual(['begin', 'send payments.confirmed', 'send orders.paid', 'commit']);
  });

  it('lets the error of a commit reach the caller, and aborts nothing after it', async () => {
    const producer = new FakeProducer({ commit: [timeOut] });
    const outcome = await outcomeOf((await payments(producer)).confirm(payment));

    expect(producer.deeds.filter((deed) => deed === 'commit')).toHaveLength(1);
    expect(producer.deeds.includes('abort too late')).toBe(!isFixed);
    if (isFixed) expect(outcome).toEqual({ error: timeOut });
    else expect(outcome).not.toEqual({ error: timeOut });
  });

  it('aborts after a failed send, once, and throws its error', async () => {
    const producer = new FakeProducer({ send: [undefined, fenced] });
    const outcome = await outcomeOf((await payments(producer)).confirm(payment));

    expect(producer.deeds).toEqual(['begin', 'send payments.confirmed', 'send orders.paid', 'abort']);
    expect(outcome).toEqual({ error: fenced });
  });

  it('keeps the reason for an abort that fails', async () => {
    const producer = new FakeProducer({ send: [fenced], abort: [aborting] });
    const outcome = await outcomeOf((await payments(producer)).reverse(payment));

    expect(outcome).toHaveProperty('error');
    const { error } = outcome as { error: Error & { errors?: unknown } };
    if (isFixed) expect(error.errors).toEqual([fenced, aborting]);
    else expect(error).toBe(aborting);
  });

  type PlaceOrder = (of: typeof order) => Promise<{ status: number }>;
  const placeOrder = (producer: FakeProducer): Promise<PlaceOrder> =>
    made<PlaceOrder>(version, 'place-order', 'createPlaceOrder', producer, {
      stock: { covers: () => Promise.resolve(true) },
    });

  it('places an order', async () => {
    const producer = new FakeProducer();

    expect(await (await placeOrder(producer))(order)).toEqual({ status: 201 });
    expect(producer.deeds).toEqual(['begin', 'send orders.placed', 'commit']);
  });

  it('sends an order once, and aborts when the send times out', async () => {
    const producer = new FakeProducer({ send: [timeOut] });
    const outcome = await outcomeOf((await placeOrder(producer))(order));

    if (isFixed) {
      expect(producer.deeds).toEqual(['begin', 'send orders.placed', 'abort']);
      expect(outcome).toEqual({ error: timeOut });
    } else {
      expect(producer.deeds).toEqual(['begin', 'send orders.placed', 'send orders.placed', 'commit']);
    }
  });

  it('aborts an order that cannot be sent at all, as ever', async () => {
    const producer = new FakeProducer({ send: [fenced] });
    const outcome = await outcomeOf((await placeOrder(producer))(order));

    expect(producer.deeds).toEqual(['begin', 'send orders.placed', 'abort']);
    expect(outcome).toEqual({ error: fenced });
  });

  it('tells whoever relays the outbox that it failed', async () => {
    if (version === 'correct') return;
    const marked: unknown[] = [];
    const relay = async (failures: Failures): Promise<unknown> => {
      const call = await made<() => Promise<void>>(
        version,
        'outbox-relay',
        'createOutboxRelay',
        new FakeProducer(failures),
        {
          outbox: {
            unsent: () => Promise.resolve([{ id: 1, topic: 'a', key: 'k', payload: 'v' }]),
            markSent: (ids: unknown) => Promise.resolve(marked.push(ids)),
          },
        },
      );
      return outcomeOf(call());
    };

    expect(await relay({ send: [fenced] })).toEqual(isFixed ? { error: fenced } : { value: undefined });
    expect(marked).toEqual([]);
    expect(await relay({})).toEqual({ value: undefined });
    expect(marked).toEqual([[1]]);
  });

  interface StockKeeper {
    reserve(of: typeof payload): Promise<void>;
  }
  const stockKeeper = (producer: FakeProducer): Promise<StockKeeper> =>
    made<StockKeeper>(version, 'reserve-stock', 'createStockKeeper', producer, {
      consumer: { commitOffsets: () => Promise.resolve() },
    });

  it('commits the position behind the record that was read', async () => {
    const producer = new FakeProducer();
    await (await stockKeeper(producer)).reserve(payload);

    expect(producer.offsets).toEqual([isFixed ? '42' : '41']);
    expect(producer.deeds.at(-1)).toBe('commit');
  });

  it('commits no position without its reservation', async () => {
    const producer = new FakeProducer({ send: [fenced] });
    const outcome = await outcomeOf((await stockKeeper(producer)).reserve(payload));

    expect(producer.deeds.includes('commit')).toBe(!isFixed);
    expect(producer.deeds.includes('abort')).toBe(isFixed);
    expect(outcome).toEqual(isFixed ? { error: fenced } : { value: undefined });
  });
});
