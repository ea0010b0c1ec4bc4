import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes } = KafkaJS;

export class WineCellar {
  constructor(private readonly producer: KafkaJS.Producer) {}

  private async rollBack(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.producer.abort();
        return;
      } catch (err) {
        const { code } = err as KafkaJS.KafkaJSError;
        if (code === ErrorCodes.ERR__TIMED_OUT && attempt < 5) continue;
        console.error('cellar: the transaction cannot be aborted', err);
        await this.producer.disconnect();
        return;
      }
    }
  }

  async store(bottles: Array<{ label: string; vintage: number; shelf: string }>): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'cellar.bottles',
        messages: bottles.map(({ label, vintage, shelf }) => ({ key: shelf, value: `${label} ${vintage}` })),
      });
    } catch (err) {
      await this.rollBack();
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.producer.disconnect();
      throw err;
    }
  }
}
