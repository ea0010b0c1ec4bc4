'use strict';

jest.mock('@confluentinc/kafka-javascript', () => {
  const mockProducer = {
    connect: jest.fn().mockResolvedValue(undefined),
    disconnect: jest.fn().mockResolvedValue(undefined),
    transaction: jest.fn(),
    send: jest.fn(),
    commit: jest.fn(),
    abort: jest.fn(),
  };
  return { KafkaJS: { Kafka: jest.fn(() => ({ producer: () => mockProducer })), ErrorCodes: { ERR__TIMED_OUT: -185 } } };
});

const { KafkaJS } = require('@confluentinc/kafka-javascript');
const { publish } = require('../src/publisher');

const producer = new KafkaJS.Kafka().producer({ kafkaJS: { transactionalId: 'publisher' } });
const timeout = () => Object.assign(new Error('timed out'), { code: KafkaJS.ErrorCodes.ERR__TIMED_OUT });

beforeEach(() => {
  producer.transaction.mockReset().mockResolvedValue(producer);
  producer.send.mockReset().mockResolvedValue([]);
  producer.commit.mockReset().mockResolvedValue(undefined);
  producer.abort.mockReset().mockResolvedValue(undefined);
});

test('aborts and rethrows when a send fails', async () => {
  producer.send.mockResolvedValueOnce([]).mockRejectedValueOnce(timeout());
  await expect(publish(['a', 'b'])).rejects.toThrow('timed out');
  expect(producer.abort).toHaveBeenCalledTimes(1);
  expect(producer.commit).not.toHaveBeenCalled();
});

test('keeps the first error when the abort fails too', async () => {
  producer.send.mockRejectedValueOnce(new Error('first'));
  producer.abort.mockRejectedValueOnce(new Error('second'));
  await expect(publish(['a'])).rejects.toThrow('first');
});

test('resumes a commit that timed out', async () => {
  producer.commit.mockRejectedValueOnce(timeout()).mockRejectedValueOnce(timeout());
  await publish(['a']);
  expect(producer.commit).toHaveBeenCalledTimes(3);
  expect(producer.abort).not.toHaveBeenCalled();
});

test.each([['transaction'], ['send'], ['commit']])('passes on what %s throws', async (method) => {
  producer[method].mockRejectedValueOnce(new Error(method));
  const caught = await publish(['a']).catch((err) => err);
  expect(caught).toHaveProperty('message', method);
});

test('begins before it sends', async () => {
  await publish(['a']);
  const [begun] = producer.transaction.mock.invocationCallOrder;
  const [sent] = producer.send.mock.invocationCallOrder;
  expect(begun).toBeLessThan(sent);
});
