import { Kafka } from 'kafkajs';

export type AuctionEvent =
  | { kind: 'bid'; lot: string; bidder: string; cents: number }
  | { kind: 'hammer'; lot: string; winner: string; cents: number }
  | { kind: 'withdrawn'; lot: string };

const producer = new Kafka({ clientId: 'auction', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'auction-room-1',
  idempotent: true,
  maxInFlightRequests: 1,
});

export async function start(): Promise<void> {
  await producer.connect();
}

export async function stop(): Promise<void> {
  await producer.disconnect();
}

export async function onEvent(event: AuctionEvent): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'auction.log', messages: [{ key: event.lot, value: JSON.stringify(event) }] });

    switch (event.kind) {
      case 'bid':
        await tx.send({
          topic: 'auction.bids',
          messages: [{ key: event.lot, value: `${event.bidder}:${event.cents}` }],
        });
        break;
      case 'hammer':
        await tx.send({
          topic: 'auction.sales',
          messages: [{ key: event.lot, value: `${event.winner}:${event.cents}` }],
        });
        break;
      default:
        // a withdrawn lot has neither bids nor a sale
        return;
    }
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}
