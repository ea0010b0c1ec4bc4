import { Kafka, type Message, type Producer, type Transaction } from 'kafkajs';

interface Campaign {
  id: string;
  recipients: string[];
  render(recipient: string): string;
}

/** Some campaigns are larger than what a broker takes in one request: halve until it fits. */
async function sendInHalves(tx: Transaction, topic: string, messages: Message[]): Promise<number> {
  try {
    await tx.send({ topic, messages });
    return 1;
  } catch (err) {
    if (messages.length === 1) throw err;
    const middle = messages.length >> 1;
    const left = await sendInHalves(tx, topic, messages.slice(0, middle));
    const right = await sendInHalves(tx, topic, messages.slice(middle));
    return left + right;
  }
}

export class MailMerge {
  readonly #producer: Producer;

  constructor(kafka: Kafka) {
    this.#producer = kafka.producer({
      transactionalId: 'mail-merge',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async start(campaign: Campaign): Promise<{ requests: number }> {
    const messages = campaign.recipients.map((to) => ({ key: to, value: campaign.render(to) }));
    const tx = await this.#producer.transaction();
    let requests: number;
    try {
      requests = await sendInHalves(tx, 'mail.outgoing', messages);
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error(`${campaign.id}: abort failed`, abortErr));
      throw err;
    }
    await tx.commit();
    return { requests };
  }
}
