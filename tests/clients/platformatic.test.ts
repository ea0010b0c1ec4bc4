import * as platformatic from '@platformatic/kafka';
import { describe, expect, it } from 'vitest';
import { PLATFORMATIC_ERRORS } from '../../src/clients/codes/platformatic.js';
import { moduleShapeOf, neverOccurs, profileOf, typeOf } from '../../src/clients/index.js';
import { rowsRaisedBy, type Operation } from '../../src/taxonomy/index.js';
import { classesOf, rejectionOf, rowsOf } from './observed-error.js';

const profile = profileOf('platformatic');
const exported: Readonly<Record<string, unknown>> = platformatic;

function isErrorClass(value: unknown): value is (new (...args: unknown[]) => Error) & { code?: string } {
  return typeof value === 'function' && value.prototype instanceof Error;
}

const errorClasses = Object.entries(exported).filter(
  (entry): entry is [string, (new (...args: unknown[]) => Error) & { code?: string }] =>
    isErrorClass(entry[1]),
);

/** Names of members at every height below `Object`. */
function memberNames(value: object): string[] {
  const names: string[] = [];
  for (
    let at: object | null = value;
    at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object | null
  ) {
    names.push(...Object.getOwnPropertyNames(at));
  }
  return names;
}

function producer(): platformatic.Producer {
  return new platformatic.Producer({
    clientId: 'client',
    bootstrapBrokers: ['localhost:9092'],
    idempotent: true,
    transactionalId: 'id',
    retries: 2,
    retryDelay: 1,
  });
}

describe('the tables of Platformatic', () => {
  it('has the protocol errors of the installed package, and no others', () => {
    const installed = Object.fromEntries(
      Object.values(platformatic.protocolErrors)
        .filter(({ code }) => code !== 0)
        .map(({ code, id, canRetry }) => [code, { apiId: id, canRetry }]),
    );
    expect(PLATFORMATIC_ERRORS).toEqual(installed);
  });

  it('has every error class with its superclasses', () => {
    const installed = Object.fromEntries(
      errorClasses.map(([name, { prototype }]) => [name, [name, ...classesOf(prototype as object)]]),
    );
    expect(profile.errorClasses).toEqual({ ...installed, AggregateError: ['AggregateError', 'Error'] });
  });

  it('has the constants and tests that stand on the error classes', () => {
    const { members } = typeOf('platformatic', 'namespace');
    for (const [name, errorClass] of errorClasses) {
      const member = members[name];
      expect(member?.is === 'error-class' && member.constants).toEqual(
        errorClass.code === undefined ? undefined : { code: errorClass.code },
      );
      const tests = ['isGenericError', 'isMultipleErrors'].filter((test) => test in errorClass);
      expect(member?.is === 'error-class' && Object.keys(member.statics ?? {})).toEqual(tests);
    }
  });

  it('knows what the tests on the error classes say', () => {
    const single = new platformatic.UserError('message');
    const many = new platformatic.MultipleErrors('message', [single]);
    expect(platformatic.GenericError.isGenericError(single)).toBe(true);
    expect(platformatic.GenericError.isGenericError(many)).toBe(true);
    expect(many).not.toBeInstanceOf(platformatic.GenericError);
    expect(platformatic.MultipleErrors.isMultipleErrors(single)).toBe(false);
    const { members } = typeOf('platformatic', 'namespace');
    expect(members['GenericError']).toMatchObject({
      statics: { isGenericError: { classes: ['GenericError', 'MultipleErrors'] } },
    });
  });

  it('has no export for the class of transactions', () => {
    expect(exported).not.toHaveProperty('Transaction');
    expect(moduleShapeOf('@platformatic/kafka')?.shape.types).not.toHaveProperty('Transaction');
  });

  it.each([
    ['producer', (): object => producer()],
    [
      'consumer',
      (): object =>
        new platformatic.Consumer({
          clientId: 'client',
          bootstrapBrokers: ['localhost:9092'],
          groupId: 'group',
        }),
    ],
  ])('has members that a %s has', (type, create) => {
    const installed = memberNames(create());
    const missing = Object.keys(typeOf('platformatic', type).members).filter(
      (name) => !installed.includes(name),
    );
    expect(missing).toEqual([]);
  });

  it('has the exports it names', () => {
    expect(Object.keys(exported)).toEqual(
      expect.arrayContaining(Object.keys(typeOf('platformatic', 'namespace').members)),
    );
  });

  it('never says PLT_KFK_TIMEOUT', () => {
    expect(new platformatic.TimeoutError('message').code).toBe('PLT_KFK_NETWORK');
    expect(neverOccurs('platformatic', 'code', 'PLT_KFK_TIMEOUT')).toBe(true);
    expect(neverOccurs('platformatic', 'name', 'ProtocolError')).toBe(true);
  });
});

/* The client itself, with a broker that fails where told. */

type Done = (error: Error | null, value?: unknown) => void;

const ANSWERS: Readonly<Record<string, unknown>> = {
  FindCoordinator: { coordinators: [{ key: 'id', nodeId: 0 }] },
  InitProducerId: { producerId: 1n, producerEpoch: 0 },
  Produce: { responses: [] },
};

const METADATA = {
  brokers: new Map([[0, { host: 'localhost', port: 9092 }]]),
  topics: new Map([['topic', { partitions: [{ leader: 0, leaderEpoch: 0 }], partitionsCount: 1 }]]),
};

interface Failure {
  readonly request: string;
  readonly errors: readonly Error[];
}

function producerFailing(failure: () => Failure | undefined): platformatic.Producer {
  const made = producer();
  let failures = 0;
  const api =
    (name: string) =>
    (...args: unknown[]) => {
      const done = args.at(-1) as Done;
      const now = failure();
      if (now?.request !== name) {
        done(null, ANSWERS[name] ?? {});
        return;
      }
      const error = now.errors[Math.min(failures, now.errors.length - 1)];
      failures += 1;
      done(error ?? new Error('no error'));
    };
  return Object.assign(made, {
    [platformatic.kGetApi]: (name: string, done: Done) => {
      done(null, api(name));
    },
    [platformatic.kGetConnection]: (_broker: unknown, done: Done) => {
      done(null, {});
    },
    [platformatic.kGetBootstrapConnection]: (done: Done) => {
      done(null, {});
    },
    [platformatic.kMetadata]: (_options: unknown, done: Done) => {
      done(null, METADATA);
    },
  });
}

const CONSUMER = { groupId: 'group' } as unknown as platformatic.Consumer;
const RECORD = { messages: [{ topic: 'topic', value: Buffer.from('value') }] };
const MESSAGE = {
  topic: 'topic',
  partition: 0,
  offset: 0n,
  metadata: { consumer: { groupId: 'group', generationId: 0, memberId: 'member', coordinatorId: 0 } },
} as unknown as Parameters<NonNullable<platformatic.Producer['transaction']>['addOffset']>[0];

async function errorOf(operation: Operation, request: string, errors: readonly Error[]): Promise<unknown> {
  let failing = false;
  const made = producerFailing(() => (failing ? { request, errors } : undefined));
  if (operation === 'begin') {
    failing = true;
    return rejectionOf(made.beginTransaction());
  }
  const transaction = await made.beginTransaction();
  if (request === 'TxnOffsetCommit') await transaction.addConsumer(CONSUMER);
  failing = true;
  switch (operation) {
    case 'send':
      return rejectionOf(transaction.send(RECORD));
    case 'sendOffsets':
      return rejectionOf(
        request === 'AddOffsetsToTxn' ? transaction.addConsumer(CONSUMER) : transaction.addOffset(MESSAGE),
      );
    case 'commit':
      return rejectionOf(transaction.commit());
    case 'abort':
      return rejectionOf(transaction.abort());
    default:
      throw new Error(operation);
  }
}

const answered = (code: number) => new platformatic.ResponseError(0, 0, { '/': [code, null] }, {});

const REQUESTS: [Operation, string][] = [
  ['begin', 'FindCoordinator'],
  ['begin', 'InitProducerId'],
  ['send', 'AddPartitionsToTxn'],
  ['send', 'Produce'],
  ['sendOffsets', 'AddOffsetsToTxn'],
  ['sendOffsets', 'TxnOffsetCommit'],
  ['commit', 'EndTxn'],
  ['abort', 'EndTxn'],
];

it('has members that a transaction has', async () => {
  const transaction = await producerFailing(() => undefined).beginTransaction();
  const installed = memberNames(transaction);
  const missing = Object.keys(typeOf('platformatic', 'transaction').members).filter(
    (name) => !installed.includes(name),
  );
  expect(missing).toEqual([]);
});

describe.each(REQUESTS)('an error of %s, answered to %s', (operation, request) => {
  const possible = rowsRaisedBy(operation).filter(({ protocolCode }) => protocolCode !== null);

  it.each(possible.map(({ id, protocolCode }) => [id, protocolCode ?? 0] as const))(
    'arrives as the profile says: %s',
    async (id, code) => {
      const error = await errorOf(operation, request, [answered(code)]);
      expect(rowsOf(error, profile.variantsOf(operation, 'promise'))).toContain(id);
    },
  );

  it.each([
    ['TimeoutException', () => new platformatic.TimeoutError('message')],
    ['NetworkException', () => new platformatic.NetworkError('message')],
    [
      'NetworkException',
      () => new platformatic.MultipleErrors('message', [new platformatic.NetworkError('message')]),
    ],
    [
      'AuthenticationException',
      () =>
        new platformatic.NetworkError('message', { cause: new platformatic.AuthenticationError('message') }),
    ],
    ['UnsupportedVersionException', () => new platformatic.UnsupportedApiError('message')],
  ] as [string, () => Error][])(
    'arrives as the profile says: %s of the client’s own',
    async (row, create) => {
      const error = await errorOf(operation, request, [create()]);
      expect(rowsOf(error, profile.variantsOf(operation, 'promise'))).toContain(row);
    },
  );
});

describe('a state error of the client', () => {
  it('arrives as the profile says for a producer’s own send in a transaction', async () => {
    const made = producerFailing(() => undefined);
    await made.beginTransaction();
    const error = await rejectionOf(made.send(RECORD));
    expect(rowsOf(error, profile.variantsOf('send', 'promise'))).toContain('local');
    expect(typeOf('platformatic', 'producer').members['send']).toMatchObject({ membership: 'rejects' });
  });

  it('arrives as the profile says for a second transaction after a failed commit', async () => {
    let failing = false;
    const made = producerFailing(() =>
      failing ? { request: 'EndTxn', errors: [new platformatic.TimeoutError('message')] } : undefined,
    );
    const transaction = await made.beginTransaction();
    failing = true;
    await rejectionOf(transaction.commit());
    const error = await rejectionOf(made.beginTransaction());
    expect(rowsOf(error, profile.variantsOf('begin', 'promise'))).toContain('local');
    failing = false;
    await transaction.commit();
    expect(profile.behaviour.resumesCommit).toBe(true);
  });

  it('arrives as the profile says for a closed producer', async () => {
    const made = producerFailing(() => undefined);
    await made.close();
    const error = await rejectionOf(made.beginTransaction());
    expect(rowsOf(error, profile.variantsOf('begin', 'promise'))).toContain('local');
  });
});
