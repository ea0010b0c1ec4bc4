import { circuitBreaker, ConsecutiveBreaker, ExponentialBackoff, handleAll, retry, wrap } from 'cockatiel';
import { Kafka, type Producer, type Transaction } from 'kafkajs';
import { histogram } from './metrics';

interface DispatchOrder {
  plant: string;
  from: string;
  megawatts: number;
}

const retryPolicy = retry(handleAll, { maxAttempts: 3, backoff: new ExponentialBackoff({ initialDelay: 200 }) });
const breaker = circuitBreaker(handleAll, { halfOpenAfter: 20_000, breaker: new ConsecutiveBreaker(5) });
const resilient = wrap(retryPolicy, breaker);

const sendSeconds = histogram('grid_dispatch_send_seconds');

export class GridDispatch {
  private readonly producer: Producer;
  private started = false;

  constructor(kafka: Kafka, area: string) {
    this.producer = kafka.producer({
      transactionalId: `grid-dispatch-${area}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  get ready(): boolean {
    return this.started;
  }

  async start(): Promise<void> {
    await this.producer.connect();
    this.started = true;
  }

  async stop(): Promise<void> {
    this.started = false;
    await this.producer.disconnect();
  }

  async dispatch(orders: DispatchOrder[]): Promise<void> {
    const transaction = await this.producer.transaction();
    try {
      for (const order of orders) {
        await sendSeconds.time(() => this.send(transaction, order));
      }
    } catch (err) {
      await transaction.abort().catch((abortErr) => console.error('dispatch: abort failed', abortErr));
      throw err;
    }
    await transaction.commit();
  }

  private async send(transaction: Transaction, order: DispatchOrder): Promise<void> {
    await resilient.execute(() =>
      transaction.send({
        topic: 'grid.orders',
        messages: [{ key: order.plant, value: JSON.stringify(order) }],
      }),
    );
  }
}
