import Kafka from 'node-rdkafka';

const run = (fn) => new Promise((resolve, reject) => fn((err) => (err ? reject(err) : resolve())));

async function create(brokers) {
  const producer = new Kafka.Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'feed-import' });
  await run((cb) => producer.connect({}, cb));
  await run((cb) => producer.initTransactions(30_000, cb));
  return producer;
}

export async function importFeeds(brokers, feeds) {
  const report = { written: [], failed: [], inDoubt: [] };
  let producer = await create(brokers);

  const renew = async () => {
    const old = producer;
    await run((cb) => old.disconnect(5000, cb)).catch((err) => console.warn('old producer not closed', err));
    producer = await create(brokers);
  };

  for (const feed of feeds) {
    let committing = false;
    try {
      await run((cb) => producer.beginTransaction(cb));
      for (const item of feed.items) {
        producer.produce('feeds.items', null, Buffer.from(item.xml), item.guid);
      }
      committing = true;
      await run((cb) => producer.commitTransaction(30_000, cb));
      report.written.push(feed.url);
    } catch (error) {
      (committing ? report.inDoubt : report.failed).push({ url: feed.url, error });
      // closing ends whatever is left of the transaction
      await renew().catch((err) => {
        throw Object.assign(err, { report });
      });
    }
  }

  await run((cb) => producer.disconnect(5000, cb));
  return report;
}
