import { describe, expect, it } from 'vitest';
import {
  moduleShapeOf,
  neverOccurs,
  profileOf,
  profiles,
  resolveTypeName,
  rowsSpelled,
  spellingsOf,
  typeOf,
  type ApiType,
  type CallStyle,
  type ClientProfile,
  type Member,
} from '../../src/clients/index.js';
import { categoryOf, isRowId, OPERATIONS, rowsRaisedBy, type Operation } from '../../src/taxonomy/index.js';

const STYLES: readonly CallStyle[] = ['promise', 'callback', 'either', 'sync'];

function typeNamesOf(member: Member): string[] {
  switch (member.is) {
    case 'method':
      return member.returns === undefined || member.returns === 'this' ? [] : [member.returns];
    case 'value':
      return [member.type];
    case 'class':
      return [member.constructs];
    default:
      return [];
  }
}

/** Every member of every type of a profile. */
function membersOf(profile: ClientProfile): { type: ApiType; name: string; member: Member }[] {
  return Object.values(profile.types).flatMap((type) =>
    Object.entries(type.members).map(([name, member]) => ({ type, name, member })),
  );
}

function hasType(client: (typeof profiles)[number]['id'], name: string): boolean {
  const resolved = resolveTypeName(client, name);
  return Object.hasOwn(profileOf(resolved.client).types, resolved.name);
}

describe.each(profiles.map((profile) => [profile.id, profile] as const))(
  'the profile of %s',
  (_id, profile) => {
    const everyVariant = OPERATIONS.flatMap((operation) =>
      STYLES.flatMap((style) =>
        profile.variantsOf(operation, style).map((variant) => ({ operation, variant })),
      ),
    );

    it('names only types that it has', () => {
      const named = [
        ...membersOf(profile).flatMap(({ member }) => typeNamesOf(member)),
        ...Object.values(profile.modules).flatMap(({ namespace, types }) => [
          namespace,
          ...Object.values(types),
        ]),
      ];
      expect(named.filter((name) => !hasType(profile.id, name))).toEqual([]);
    });

    it('names only error classes that it has', () => {
      const named = membersOf(profile).flatMap(({ member }) =>
        member.is === 'error-class' ? [member.name] : member.is === 'error-predicate' ? member.classes : [],
      );
      expect(named.filter((name) => !Object.hasOwn(profile.errorClasses, name))).toEqual([]);
    });

    it('has a call for every operation that its transactions need', () => {
      const operations = new Set(
        membersOf(profile).flatMap(({ member }) => ('operation' in member ? [member.operation] : [])),
      );
      const needed: Operation[] = ['create', 'begin', 'send', 'sendOffsets', 'commit', 'abort', 'close'];
      expect(needed.filter((operation) => !operations.has(operation))).toEqual([]);
    });

    it('says of every send whether it joins the transaction', () => {
      const silent = membersOf(profile).filter(
        ({ type, member }) =>
          type.kind === 'producer' &&
          member.is === 'method' &&
          member.operation === 'send' &&
          member.membership === undefined,
      );
      expect(silent).toEqual([]);
    });

    it('ends every chain of classes in Error', () => {
      for (const { variant } of everyVariant) {
        for (const { classes } of [...variant.layers, ...(variant.inner ?? [])]) {
          expect(classes.at(-1)).toBe('Error');
          const [nearest = ''] = classes;
          const chain = profile.errorClasses[nearest];
          if (chain !== undefined) expect(classes).toEqual(chain);
        }
      }
    });

    it('has an unknown error of any shape for every operation and style', () => {
      for (const operation of OPERATIONS) {
        for (const style of STYLES) {
          const open = profile
            .variantsOf(operation, style)
            .filter(({ row, open }) => row === 'unknown' && open?.includes('*') === true);
          expect(open).toHaveLength(1);
        }
      }
    });

    it('says nothing twice', () => {
      for (const operation of OPERATIONS) {
        const texts = profile.variantsOf(operation, 'promise').map((variant) => JSON.stringify(variant));
        expect(new Set(texts).size).toBe(texts.length);
      }
    });

    it('gives the same variants at every call', () => {
      expect(profile.variantsOf('send', 'promise')).toBe(profile.variantsOf('send', 'promise'));
    });

    it('lets an abort raise nothing abortable', () => {
      const abortable = profile
        .variantsOf('abort', 'promise')
        .filter(({ row }) => row !== 'local' && categoryOf(row, 'abort') === 'producer-abortable');
      expect(abortable).toEqual([]);
    });

    it('has some variant of every row that a commit can raise by name', () => {
      const shown = new Set(profile.variantsOf('commit', 'promise').map(({ row }) => row));
      const missing = rowsRaisedBy('commit').filter(
        ({ id, protocolCode }) => protocolCode !== null && !shown.has(id),
      );
      expect(missing.map(({ id }) => id)).toEqual([]);
    });
  },
);

describe('the look-ups of the clients', () => {
  it('finds modules by specifier', () => {
    expect(moduleShapeOf('kafkajs')?.client).toBe('kafkajs');
    expect(moduleShapeOf('@nestjs/microservices')?.client).toBe('kafkajs');
    expect(moduleShapeOf('@platformatic/rdkafka')?.client).toBe('rdkafka');
    expect(moduleShapeOf('mongodb')).toBeUndefined();
  });

  it('finds no module, type or profile under the name of something of Object’s', () => {
    expect(moduleShapeOf('constructor')).toBeUndefined();
    expect(Object.keys(typeOf('kafkajs', 'nothing').members)).toEqual([]);
  });

  it('tells how a row shows up', () => {
    expect(spellingsOf('ProducerFencedException', 'kafkajs')).toMatchObject({
      types: ['KAFKAJS_UNKNOWN_ERROR_CODE'],
      codes: [-99],
    });
    expect(spellingsOf('ProducerFencedException', 'platformatic').apiIds).toEqual(['PRODUCER_FENCED']);
    expect(spellingsOf('NotCoordinatorException', 'kafkajs').types).toEqual(['NOT_COORDINATOR_FOR_GROUP']);
  });

  it('tells which rows a spelling stands for', () => {
    expect(rowsSpelled('kafkajs', 'type', 'REQUEST_TIMED_OUT')).toEqual(['TimeoutException']);
    expect(rowsSpelled('rdkafka', 'code', -144)).toEqual(
      expect.arrayContaining(['InvalidProducerEpochException', 'ProducerFencedException']),
    );
    expect(rowsSpelled('kafkajs', 'type', 'PRODUCER_FENCED')).toEqual([]);
    for (const row of rowsSpelled('kafkajs', 'retriable', false)) expect(isRowId(row)).toBe(true);
  });

  it.each([
    ['kafkajs', 'type', 'PRODUCER_FENCED', true],
    ['kafkajs', 'type', 'NOT_COORDINATOR', true],
    ['kafkajs', 'type', 'NOT_COORDINATOR_FOR_GROUP', false],
    ['kafkajs', 'code', 90, true],
    ['confluent', 'retriable', true, true],
    ['confluent', 'code', -185, false],
    ['rdkafka', 'isTxnRequiresAbort', true, false],
    ['platformatic', 'apiId', 'PRODUCER_FENCED', false],
    ['platformatic', 'code', 'PLT_KFK_TIMEOUT', true],
    ['kafkajs', 'code', 'ECONNRESET', false],
  ] as const)('knows of %s whether %s is ever %s', (client, field, value, never) => {
    expect(neverOccurs(client, field, value)).toBe(never);
  });
});
