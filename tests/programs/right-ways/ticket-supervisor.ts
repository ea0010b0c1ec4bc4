import { Kafka, type Producer } from 'kafkajs';

interface Ticket {
  id: string;
  queue: string;
  subject: string;
}

/** Fencing shows as INVALID_PRODUCER_EPOCH with this client, sometimes below another error. */
const isFenced = (err: any): boolean => (err?.cause?.type ?? err?.type) === 'INVALID_PRODUCER_EPOCH';

/**
 * Keeps the help desk's producer alive: as soon as another instance has fenced it, a new one
 * takes over.
 */
export class TicketSupervisor {
  #producer: Producer | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly logger: { error(message: string, err: unknown): void },
  ) {}

  async #start(): Promise<Producer> {
    const producer = this.kafka.producer({
      transactionalId: 'help-desk',
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }

  async #restart(fenced: Producer): Promise<void> {
    this.#producer = undefined;
    await fenced.disconnect().catch((err) => this.logger.error('fenced producer not closed', err));
    this.#producer = await this.#start();
  }

  async file(ticket: Ticket): Promise<void> {
    const producer = (this.#producer ??= await this.#start());
    const message = { key: ticket.queue, value: JSON.stringify(ticket) };
    try {
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'help-desk.tickets', messages: [message] });
      } catch (err) {
        await tx.abort().catch((abortErr) => this.logger.error('abort failed', abortErr));
        throw err;
      }
      await tx.commit();
    } catch (err) {
      if (isFenced(err)) {
        await this.#restart(producer);
        throw err;
      }
      this.logger.error(`ticket ${ticket.id} was not filed`, err);
    }
  }
}
