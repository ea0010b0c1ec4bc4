import { describe, expect, it } from 'vitest';
import { PLATFORMATIC_ERRORS } from '../../src/clients/codes/platformatic.js';
import {
  apiOf,
  CATEGORIES,
  categoryDoc,
  categoryOf,
  isCanonicalName,
  isRetriable,
  isRowId,
  knownIssues,
  leavesProducerUsable,
  OPERATIONS,
  rowByProtocolCode,
  rowByProtocolName,
  rowOf,
  rows,
  rowsRaisedBy,
  rowsUnder,
  supersOf,
  type RowId,
} from '../../src/taxonomy/index.js';

/** KIP-1050's tables: exception, category from the Producer API, category from the Transaction API. */
const KIP_1050 = [
  ['CorruptRecordException', 'producer-retriable', 'producer-retriable'],
  ['NotEnoughReplicasAfterAppendException', 'producer-retriable', 'producer-retriable'],
  ['NotEnoughReplicasException', 'producer-retriable', 'producer-retriable'],
  ['TimeoutException', 'producer-retriable', 'producer-retriable'],
  ['ConcurrentTransactionsException', 'producer-retriable', 'producer-retriable'],
  ['CoordinatorLoadInProgressException', 'producer-retriable', 'producer-retriable'],
  ['UnknownTopicOrPartitionException', 'producer-refresh-retriable', 'producer-refresh-retriable'],
  ['NotLeaderOrFollowerException', 'producer-refresh-retriable', 'producer-refresh-retriable'],
  ['NotCoordinatorException', 'producer-refresh-retriable', 'producer-refresh-retriable'],
  ['CoordinatorNotAvailableException', 'producer-refresh-retriable', 'producer-refresh-retriable'],
  ['TransactionAbortableException', 'producer-abortable', 'producer-abortable'],
  ['InvalidProducerEpochException', 'application-recoverable', 'application-recoverable'],
  ['ProducerFencedException', 'application-recoverable', 'application-recoverable'],
  ['InvalidPidMappingException', 'application-recoverable', 'application-recoverable'],
  ['FencedInstanceIdException', null, 'application-recoverable'],
  ['UnknownMemberIdException', null, 'application-recoverable'],
  ['IllegalGenerationException', null, 'application-recoverable'],
  ['CommitFailedException', null, 'application-recoverable'],
  ['CorrelationIdMismatchException', 'application-recoverable', 'application-recoverable'],
  ['IllegalStateException', 'application-recoverable', 'application-recoverable'],
  ['KafkaException', 'application-recoverable', 'application-recoverable'],
  ['RuntimeException', 'application-recoverable', 'application-recoverable'],
  ['InvalidTxnStateException', 'producer-abortable', 'application-recoverable'],
  ['AuthenticationException', 'invalid-configuration', 'invalid-configuration'],
  ['ClusterAuthorizationException', 'invalid-configuration', 'invalid-configuration'],
  ['TransactionalIdAuthorizationException', 'invalid-configuration', 'invalid-configuration'],
  ['UnsupportedVersionException', 'invalid-configuration', 'invalid-configuration'],
  ['UnsupportedForMessageFormatException', 'invalid-configuration', 'invalid-configuration'],
  ['InvalidRecordException', 'invalid-configuration', 'invalid-configuration'],
  ['InvalidRequiredAcksException', 'invalid-configuration', 'invalid-configuration'],
  ['RecordBatchTooLargeException', 'invalid-configuration', 'invalid-configuration'],
  ['InvalidTopicException', 'invalid-configuration', 'invalid-configuration'],
  ['TopicAuthorizationException', 'invalid-configuration', 'invalid-configuration'],
  ['GroupAuthorizationException', 'invalid-configuration', 'invalid-configuration'],
] as const;

const others = rows.filter(({ inKip }) => !inKip);

describe('the rows', () => {
  it('are KIP-1050’s exceptions in its order, then the others', () => {
    expect(rows.filter(({ inKip }) => inKip).map(({ id }) => id)).toEqual(KIP_1050.map(([id]) => id));
    expect(rows.slice(0, KIP_1050.length).every(({ inKip }) => inKip)).toBe(true);
    expect(KIP_1050).toHaveLength(34);
  });

  it.each(KIP_1050)('have the category of the KIP: %s', (id, producerApi, transactionApi) => {
    expect(rowOf(id).after).toEqual({ producerApi, transactionApi });
  });

  it('have names, protocol names and codes of their own', () => {
    for (const key of ['id', 'protocolName', 'protocolCode'] as const) {
      const values = rows.map((row) => row[key]).filter((value) => value !== null);
      expect(new Set(values).size).toBe(values.length);
    }
  });

  it('have the protocol’s names and codes', () => {
    // A client's copy of Kafka's error table, which it generates.
    for (const { protocolName, protocolCode } of rows) {
      if (protocolCode === null) expect(protocolName).toBeNull();
      else expect(PLATFORMATIC_ERRORS[protocolCode]?.apiId).toBe(protocolName);
    }
  });

  it.each(rows.map((row) => [row.id, row] as const))(
    'say where they come from, and who raises them: %s',
    (_id, row) => {
      expect(row.source).not.toBe('');
      expect(row.source.startsWith('KIP-1050')).toBe(row.inKip);
      expect(row.raisedBy).not.toEqual([]);
      expect(new Set(row.raisedBy).size).toBe(row.raisedBy.length);
    },
  );

  it.each(others.map((row) => [row.id, row] as const))(
    'have, beyond the KIP, the category of their superclass or the default: %s',
    (id, row) => {
      const supers = supersOf(id);
      const expected = CATEGORIES.find((category) => {
        const base = categoryDoc(category).baseException;
        // Refresh-retriable errors are retriable ones, too: the nearer class decides.
        return (
          supers.some((name) => name === base) &&
          !(category === 'producer-retriable' && supers.some((name) => name === 'RefreshRetriableException'))
        );
      });
      expect(row.after.producerApi).toBe(expected ?? 'application-recoverable');
      expect(row.after.transactionApi).toBe(expected ?? 'application-recoverable');
    },
  );
});

describe('a look-up of a category', () => {
  it.each([
    ['send', 'producer-abortable'],
    ['sendOffsets', 'producer-abortable'],
    ['commit', 'application-recoverable'],
    ['abort', 'application-recoverable'],
  ] as const)('asks the column of the API: InvalidTxnStateException of %s', (operation, category) => {
    expect(categoryOf('InvalidTxnStateException', operation)).toBe(category);
  });

  it('falls back on the other column where one is empty', () => {
    expect(apiOf('sendOffsets')).toBe('producerApi');
    expect(rowOf('UnknownMemberIdException').after.producerApi).toBeNull();
    expect(categoryOf('UnknownMemberIdException', 'sendOffsets')).toBe('application-recoverable');
  });

  it('takes an unknown error for application-recoverable', () => {
    for (const operation of OPERATIONS)
      expect(categoryOf('unknown', operation)).toBe('application-recoverable');
  });
});

describe('a look-up of a row', () => {
  it('finds it by name, protocol name and code', () => {
    expect(rowOf('ProducerFencedException').protocolCode).toBe(90);
    expect(rowByProtocolName('PRODUCER_FENCED')?.id).toBe('ProducerFencedException');
    expect(rowByProtocolCode(-1)?.id).toBe('UnknownServerException');
    expect(rowByProtocolName('NOT_COORDINATOR_FOR_GROUP')).toBeUndefined();
    expect(rowByProtocolCode(0)).toBeUndefined();
  });

  it('knows the names that Java knows', () => {
    expect(isCanonicalName('TransactionAbortableException')).toBe(true);
    expect(isCanonicalName('RefreshRetriableException')).toBe(true);
    expect(isCanonicalName('KafkaJSProtocolError')).toBe(false);
    expect(isCanonicalName('constructor')).toBe(false);
    expect(isRowId('RefreshRetriableException')).toBe(false);
  });

  it('refuses a name that is none', () => {
    expect(() => rowOf('NoSuchException' as RowId)).toThrow('NoSuchException');
  });
});

describe('the hierarchy', () => {
  it('leads from a row to the top', () => {
    expect(supersOf('UnknownTopicOrPartitionException')).toEqual([
      'InvalidMetadataException',
      'RefreshRetriableException',
      'RetriableException',
      'ApiException',
      'KafkaException',
      'RuntimeException',
    ]);
    expect(supersOf('CommitFailedException')).toEqual(['KafkaException', 'RuntimeException']);
    expect(supersOf('UnknownProducerIdException')).toContain('OutOfOrderSequenceException');
    expect(supersOf('RuntimeException')).toEqual([]);
  });

  it('puts a row under its own name and its superclasses’', () => {
    expect(rowsUnder('TimeoutException').map(({ id }) => id)).toEqual(['TimeoutException']);
    expect(rowsUnder('RuntimeException')).toHaveLength(rows.length);
    expect(rowsUnder('AuthorizationException').map(({ id }) => id)).toEqual([
      'ClusterAuthorizationException',
      'TransactionalIdAuthorizationException',
      'TopicAuthorizationException',
      'GroupAuthorizationException',
    ]);
  });

  it('puts a row under the base class of its category, but for the default’s', () => {
    const astray = rows.filter(({ id, after }) => {
      const category = after.transactionApi ?? 'application-recoverable';
      return (
        category !== 'application-recoverable' &&
        !supersOf(id).some((name) => name === categoryDoc(category).baseException)
      );
    });
    // It stands for its category itself.
    expect(astray.map(({ id }) => id)).toEqual(['TransactionAbortableException']);
  });
});

describe('the rows that an operation raises', () => {
  it('are none of an abort’s own kind', () => {
    const abortable = rowsRaisedBy('abort').filter(
      ({ id }) => categoryOf(id, 'abort') === 'producer-abortable',
    );
    expect(abortable).toEqual([]);
  });

  it('are abortable for a send and a commit', () => {
    for (const operation of ['send', 'sendOffsets', 'commit'] as const) {
      expect(rowsRaisedBy(operation).map(({ id }) => id)).toContain('TransactionAbortableException');
    }
  });

  it.each([
    ['UnknownMemberIdException', ['sendOffsets']],
    ['IllegalGenerationException', ['sendOffsets']],
    ['FencedInstanceIdException', ['sendOffsets']],
    ['CommitFailedException', ['sendOffsets']],
    ['GroupAuthorizationException', ['sendOffsets']],
    ['RecordTooLargeException', ['send']],
    ['NotEnoughReplicasException', ['send']],
    ['InvalidTxnTimeoutException', ['init', 'begin']],
  ] as const)('are only those of its requests: %s', (id, operations) => {
    expect(rowOf(id).raisedBy).toEqual(operations);
  });
});

describe('a category', () => {
  it.each(CATEGORIES)('says what it asks of the application: %s', (category) => {
    const { title, duty, producerAfter, baseException } = categoryDoc(category);
    expect([title, duty, producerAfter].every((text) => text.length > 0)).toBe(true);
    expect(isCanonicalName(baseException)).toBe(true);
  });

  it('says whether the producer lives on', () => {
    expect(CATEGORIES.filter((category) => !leavesProducerUsable(category))).toEqual([
      'application-recoverable',
    ]);
    expect(CATEGORIES.filter(isRetriable)).toEqual(['producer-retriable', 'producer-refresh-retriable']);
  });
});

describe('the known issues', () => {
  it('name KAFKA-20310, which makes init fail for ever', () => {
    expect(knownIssues.map(({ id }) => id)).toEqual(['KAFKA-20310']);
    expect(knownIssues[0]?.seenBy.map(({ operation }) => operation)).toEqual(['init', 'init']);
  });
});
