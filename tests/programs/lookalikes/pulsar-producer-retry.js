const Pulsar = require('pulsar-client');

const client = new Pulsar.Client({ serviceUrl: 'pulsar://localhost:6650' });

async function publish(topic, messages) {
  const producer = await client.createProducer({ topic, sendTimeoutMs: 30000, batchingEnabled: true });

  for (const data of messages) {
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        await producer.send({ data: Buffer.from(data) });
        break;
      } catch (err) {
        if (!err.message.includes('TimeOut')) {
          console.error('message lost', err);
          break;
        }
      }
    }
  }

  try {
    await producer.flush();
  } catch (err) {
    await producer.flush();
  }
  await producer.close();
  producer.send({ data: Buffer.from('late') });
}

module.exports = { publish };
