const { Web3 } = require('web3');
const { Kafka } = require('kafkajs');

const web3 = new Web3(process.env.RPC_URL);
const consumer = new Kafka({ clientId: 'payouts', brokers: ['kafka:9092'] }).consumer({ groupId: 'payouts' });

const TRANSIENT = /timeout|nonce too low|replacement transaction underpriced/i;

async function pay(transaction) {
  let attempt = 0;
  for (;;) {
    try {
      const { transactionHash } = await web3.eth.sendTransaction(transaction);
      return transactionHash;
    } catch (err) {
      attempt += 1;
      if (attempt === 5 || !TRANSIENT.test(err.message)) {
        console.error('payout failed', err);
        return null;
      }
    }
  }
}

async function eachMessage({ topic, partition, message }) {
  const { to, wei } = JSON.parse(message.value.toString());
  const hash = await pay({ from: process.env.SENDER, to, value: wei });
  if (hash !== null) {
    await consumer.commitOffsets([{ topic, partition, offset: String(BigInt(message.offset) + 1n) }]);
  }
}

module.exports.run = async () => {
  await consumer.connect();
  await consumer.subscribe({ topics: ['payouts.approved'] });
  await consumer.run({ autoCommit: false, eachMessage });
};
