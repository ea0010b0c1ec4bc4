const { Kafka } = require('kafkajs');

const SETTINGS = {
  allowAutoTopicCreation: false,
  transactionTimeout: 20_000,
  retry: { retries: 6, initialRetryTime: 200 },
};

class GreenhouseError extends Error {
  constructor(message, status, cause) {
    super(message, { cause });
    this.name = 'GreenhouseError';
    this.status = status;
  }
}

/** What the HTTP layer answers. */
function toHttp(err) {
  if (err.type === 'REQUEST_TIMED_OUT') {
    return new GreenhouseError('Kafka is slow', 504, err);
  }
  return new GreenhouseError('command was not sent', 502, err);
}

function createControl(brokers, house) {
  const kafka = new Kafka({ clientId: `greenhouse-${house}`, brokers });
  const producer = kafka.producer({ ...SETTINGS, transactionalId: `greenhouse-${house}` });

  async function command(valve, opening, reason) {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'greenhouse.valves', messages: [{ key: valve, value: String(opening) }] });
      await tx.send({ topic: 'greenhouse.log', messages: [{ key: valve, value: reason }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw toHttp(err);
    }
    await tx.commit();
  }

  return {
    command,
    open: () => producer.connect(),
    close: () => producer.disconnect(),
  };
}

module.exports = { GreenhouseError, createControl };
