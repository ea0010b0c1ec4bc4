import { isError, JsonRpcProvider, parseEther, Wallet, type TransactionResponse } from 'ethers';
import { Kafka } from 'kafkajs';

const wallet = new Wallet(process.env.PRIVATE_KEY!, new JsonRpcProvider(process.env.RPC_URL));
const consumer = new Kafka({ clientId: 'faucet', brokers: ['kafka:9092'] }).consumer({ groupId: 'faucet' });

interface Producer {
  transaction(to: string): Promise<Transaction>;
}

interface Transaction {
  send(): Promise<TransactionResponse>;
  abort(): Promise<TransactionResponse>;
}

const producer: Producer = {
  async transaction(to) {
    const nonce = await wallet.getNonce();
    return {
      send: () => wallet.sendTransaction({ to, nonce, value: parseEther('0.01') }),
      abort: () => wallet.sendTransaction({ to: wallet.address, nonce, value: 0n, maxPriorityFeePerGas: 10n ** 10n }),
    };
  },
};

async function drip(to: string): Promise<void> {
  const tx = await producer.transaction(to);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const sent = await tx.send();
      await sent.wait(1, 60_000);
      return;
    } catch (err) {
      if (!isError(err, 'TIMEOUT')) {
        console.error('faucet', err);
        break;
      }
    }
  }
  await tx.abort();
}

await consumer.connect();
await consumer.subscribe({ topics: ['faucet.requests'] });
await consumer.run({
  autoCommit: false,
  eachMessage: async ({ topic, partition, message }) => {
    await drip(String(message.value));
    await consumer.commitOffsets([{ topic, partition, offset: String(BigInt(message.offset) + 1n) }]);
  },
});
