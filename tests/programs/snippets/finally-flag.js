const { Kafka } = require('kafkajs');

/**
 * @typedef {object} Snapshot
 * @property {string} warehouse
 * @property {Record<string, number>} counts
 */

function createSnapshotWriter({ brokers, log }) {
  const producer = new Kafka({ clientId: 'wh-snapshots', brokers }).producer({
    transactionalId: 'wh-snapshots',
    idempotent: true,
    maxInFlightRequests: 1,
  });

  /** @param {Snapshot} snapshot */
  async function write(snapshot) {
    const tx = await producer.transaction();
    let filled = false;
    try {
      const rows = Object.entries(snapshot.counts);
      await tx.send({
        topic: 'warehouse.counts',
        messages: rows.map(([sku, n]) => ({ key: `${snapshot.warehouse}:${sku}`, value: String(n) })),
      });
      filled = true;
    } finally {
      if (!filled) {
        await tx.abort().catch((err) => log.warn(err, 'snapshot abort failed'));
      }
    }
    await tx.commit();
  }

  return {
    open: () => producer.connect(),
    close: () => producer.disconnect(),
    write,
  };
}

module.exports = { createSnapshotWriter };
