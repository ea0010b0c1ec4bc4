import { describe, expect, it } from 'vitest';
import { errorsPhrase } from '../../src/rules/wording.js';

describe('the phrase for errors', () => {
  it('names one error and its category', () => {
    expect(errorsPhrase(new Set(['TimeoutException']), 'send')).toBe('TimeoutException (producer-retriable)');
  });

  it('joins two of the same category', () => {
    expect(errorsPhrase(new Set(['ConcurrentTransactionsException', 'TimeoutException']), 'send')).toBe(
      'TimeoutException and ConcurrentTransactionsException (producer-retriable)',
    );
  });

  it('names two of three and counts the third', () => {
    expect(
      errorsPhrase(
        new Set(['CorruptRecordException', 'ConcurrentTransactionsException', 'TimeoutException']),
        'send',
      ),
    ).toBe('TimeoutException, CorruptRecordException and 1 more (producer-retriable)');
  });

  it('calls an error without a row unknown, and application-recoverable', () => {
    expect(errorsPhrase(new Set(['unknown']), 'commit')).toBe('an unknown error (application-recoverable)');
  });

  it('names errors of two categories, each with its own', () => {
    expect(errorsPhrase(new Set(['ProducerFencedException', 'TimeoutException']), 'commit')).toBe(
      'TimeoutException (producer-retriable) and ProducerFencedException (application-recoverable)',
    );
  });

  it('counts what it does not name of several categories', () => {
    expect(errorsPhrase(new Set(['ProducerFencedException', 'TimeoutException', 'unknown']), 'commit')).toBe(
      'TimeoutException (producer-retriable), ProducerFencedException (application-recoverable) and 1 more',
    );
  });

  it('names only errors of the category that the message is about', () => {
    expect(
      errorsPhrase(
        new Set(['TimeoutException', 'ProducerFencedException', 'unknown']),
        'commit',
        'application-recoverable',
      ),
    ).toBe('ProducerFencedException and an unknown error (application-recoverable) and 1 more');
  });

  it('asks the operation for the category of an error that has two', () => {
    expect(errorsPhrase(new Set(['InvalidTxnStateException']), 'send')).toContain('(producer-abortable)');
    expect(errorsPhrase(new Set(['InvalidTxnStateException']), 'commit')).toContain(
      '(application-recoverable)',
    );
  });
});
