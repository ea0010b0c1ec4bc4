const { Client } = require('@stomp/stompjs');
const { WebSocket } = require('ws');

Object.assign(global, { WebSocket });

const client = new Client({ brokerURL: process.env.STOMP_URL, reconnectDelay: 5000 });

exports.start = () => client.activate();

/** Puts all letters of a mailing into the queue, or none of them. */
exports.enqueueMailing = function enqueueMailing(mailing) {
  const tx = client.begin();
  try {
    for (const letter of mailing.letters) {
      client.publish({
        destination: '/queue/letters',
        body: JSON.stringify(letter),
        headers: { transaction: tx.id, 'content-type': 'application/json' },
      });
    }
    tx.commit();
  } catch (err) {
    console.error(`mailing ${mailing.id} not queued`, err);
    tx.abort();
  }
};
