import { GatewayTimeoutException, Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

export interface PenOrder {
  id: string;
  nib: 'EF' | 'F' | 'M' | 'B';
  engravingUrl?: string;
}

async function limited<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const alarm = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort();
      reject(new GatewayTimeoutException('the engraver does not answer'));
    }, ms);
  });
  try {
    return await Promise.race([work(controller.signal), alarm]);
  } finally {
    clearTimeout(timer);
  }
}

@Injectable()
export class FountainPensService {
  private readonly logger = new Logger(FountainPensService.name);

  constructor(@Inject('PENS_KAFKA') private readonly client: ClientKafka) {}

  private engraving = ({ engravingUrl: url }: PenOrder): Promise<string> =>
    url === undefined
      ? Promise.resolve('')
      : limited(1_500, async (signal) => (await fetch(url, { signal })).text());

  async order(orders: PenOrder[]): Promise<void> {
    const producer = await this.client.connect();
    const tx = await producer.transaction();
    try {
      for (const order of orders) {
        await tx.send({ topic: 'pens.ordered', messages: [{ key: order.id, value: order.nib }] });
        const value = await this.engraving(order);
        if (!value) continue;
        await tx.send({ topic: 'pens.engraved', messages: [{ key: order.id, value }] });
      }
    } catch (error) {
      const undone = await tx.abort().then(
        () => true,
        (abortError) => (this.logger.error('orders not rolled back', abortError), false),
      );
      this.logger.warn(`orders refused, rolled back: ${undone}`);
      throw error;
    }
    await tx.commit();
  }
}
