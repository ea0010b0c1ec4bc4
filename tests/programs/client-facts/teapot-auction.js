const { Producer } = require('@confluentinc/kafka-javascript').RdKafka;

const promised = (start) => new Promise((resolve, reject) => start((err) => (err ? reject(err) : resolve())));

const endings = (producer, timeout = 10000) => ({
  commit: () => promised((cb) => producer.commitTransaction(timeout, cb)),
  abort: () => promised((cb) => producer.abortTransaction(timeout, cb)),
});

function createAuction(brokers) {
  const producer = new Producer({ 'bootstrap.servers': brokers, 'transactional.id': 'teapot-auction-0' });
  const tx = {
    begin: () => promised((cb) => producer.beginTransaction(cb)),
    ...endings(producer),
  };

  async function giveUp() {
    let lastErr;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        return await tx.abort();
      } catch (err) {
        lastErr = err;
      }
    }
    throw lastErr;
  }

  async function hammer(teapot, cents) {
    await tx.begin();
    try {
      producer.produce('teapots.sold', null, Buffer.from(String(cents)), teapot);
    } catch (err) {
      await giveUp().catch((abortErr) => console.error('sale not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }

  return { producer, hammer };
}

module.exports = { createAuction };
