const amqp = require('amqplib');

async function open() {
  const connection = await amqp.connect(process.env.AMQP_URL);
  return connection.createConfirmChannel();
}

async function publish(channel, queue, messages) {
  for (const message of messages) {
    let attempts = 0;
    while (attempts < 5) {
      try {
        channel.sendToQueue(queue, Buffer.from(JSON.stringify(message)), { persistent: true });
        await channel.waitForConfirms();
        break;
      } catch (err) {
        attempts += 1;
        console.warn('not confirmed', err.message);
      }
    }
  }
}

async function run(queue, messages) {
  const producer = await open();
  try {
    await publish(producer, queue, messages);
  } catch (err) {
    console.error(err);
    await publish(producer, queue, messages);
  } finally {
    producer.close();
  }
}

module.exports = { run };
