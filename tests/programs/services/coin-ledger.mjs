import { Kafka } from 'kafkajs';
import { alertOps } from './ops.mjs';

export const createCoinLedger = (brokers, mint) => {
  const producer = new Kafka({ clientId: 'coins', brokers }).producer({
    transactionalId: `coin-ledger-${mint}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

  const strike = async (coins) => {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'coins.struck',
        messages: coins.map((coin) => ({ key: coin.series, value: String(coin.amount) })),
      });
    } catch (error) {
      await tx.abort().catch((abortError) => console.error('abort failed', abortError));
      throw error;
    }
    try {
      await tx.commit();
    } catch (error) {
      if (error.type === 'PRODUCER_FENCED') {
        alertOps(`another mint writes as ${mint}`);
      }
      await producer.disconnect();
      throw error;
    }
  };

  return { strike, connect: () => producer.connect(), disconnect: () => producer.disconnect() };
};
