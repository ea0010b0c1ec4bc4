const { KafkaJS } = require('@confluentinc/kafka-javascript');

const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': process.env.BOOTSTRAP_SERVERS });
const clicks = kafka.producer({ 'transactional.id': 'ad-clicks-eu' });

async function publishClicks(campaign, events) {
  const { default: pRetry, AbortError } = await import('p-retry');
  const record = {
    topic: 'ads.clicks',
    messages: events.map((event) => ({ key: campaign, value: JSON.stringify(event) })),
  };

  await clicks.transaction();
  try {
    await pRetry(
      async () => {
        const response = await fetch(`http://campaigns/${campaign}/open`);
        if (!response.ok) throw new AbortError(`campaign ${campaign} is closed`);
      },
      { retries: 3, maxTimeout: 2000 },
    );
    await clicks.send(record);
  } catch (err) {
    try {
      await clicks.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'clicks not rolled back');
    }
    throw err;
  }
  await clicks.commit();
}

module.exports = { open: () => clicks.connect(), publishClicks };
