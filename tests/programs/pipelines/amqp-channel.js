'use strict';

const amqp = require('amqplib');

let channel;

async function open(url) {
  const connection = await amqp.connect(url);
  channel = await connection.createConfirmChannel();
}

function send(queue, body, left) {
  return new Promise((resolve, reject) => {
    channel.sendToQueue(queue, Buffer.from(JSON.stringify(body)), { persistent: true }, (err) => {
      if (!err) return resolve();
      if (left > 0) return resolve(send(queue, body, left - 1));
      reject(err);
    });
  });
}

async function publish(queue, bodies) {
  const transaction = { sent: 0, commit: () => channel.waitForConfirms(), abort: () => channel.close() };
  try {
    for (const body of bodies) {
      await send(queue, body, 3);
      transaction.sent += 1;
    }
    await transaction.commit();
  } catch (err) {
    console.error(`${bodies.length - transaction.sent} messages lost`, err);
    await transaction.abort();
  }
}

module.exports = { open, publish };
