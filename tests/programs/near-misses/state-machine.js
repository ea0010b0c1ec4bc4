const { Kafka } = require('kafkajs');

/**
 * begin -> send -> commit -> done
 *            |        |
 *          abort -> failed
 */
function createMachine(brokers) {
  const producer = new Kafka({ clientId: 'auctions', brokers }).producer({
    transactionalId: 'auction-bids',
    idempotent: true,
    maxInFlightRequests: 1,
  });

  async function run(bids) {
    let state = 'begin';
    let tx = null;
    let failure = null;

    for (;;) {
      switch (state) {
        case 'begin':
          tx = await producer.transaction();
          state = 'send';
          break;
        case 'send':
          try {
            await tx.send({
              topic: 'auctions.bids',
              messages: bids.map((bid) => ({ key: bid.lot, value: JSON.stringify(bid) })),
            });
            state = 'commit';
          } catch (err) {
            failure = err;
            state = 'abort';
          }
          break;
        case 'commit':
          try {
            await tx.commit();
            state = 'done';
          } catch (err) {
            failure = err;
            state = 'failed';
          }
          break;
        case 'abort':
          await tx.abort().catch((err) => console.error('auction abort failed', err));
          state = 'failed';
          break;
        case 'failed':
          throw failure;
        default:
          return bids.length;
      }
    }
  }

  return { connect: () => producer.connect(), run };
}

module.exports = createMachine;
