'use strict';

const stompit = require('stompit');

const manager = new stompit.ConnectFailover([{ host: 'activemq-1' }, { host: 'activemq-2' }]);

function sendAll(orders, attempts, callback) {
  manager.connect((error, client, reconnect) => {
    if (error) {
      console.error('no broker', error);
      return callback(null, 0);
    }

    const transaction = client.begin();
    orders.forEach((order) => {
      const frame = transaction.send({ destination: '/queue/orders' });
      frame.write(JSON.stringify(order));
      frame.end();
    });

    client.on('error', (sendError) => {
      transaction.abort();
      if (attempts > 0 && sendError.code === 'ETIMEDOUT') {
        reconnect();
        return sendAll(orders, attempts - 1, callback);
      }
      console.error('orders lost', sendError);
      callback(null, 0);
    });

    transaction.commit();
    transaction.abort();
    client.disconnect(() => callback(null, orders.length));
  });
}

module.exports = { sendAll };
