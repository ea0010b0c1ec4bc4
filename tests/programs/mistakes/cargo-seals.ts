import * as rdkafka from 'node-rdkafka';

export class SealLog {
  constructor(private readonly producer: rdkafka.Producer) {}

  private async run(method: 'beginTransaction' | 'commitTransaction' | 'abortTransaction'): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.producer[method]((err: unknown) => (err ? reject(err) : resolve()));
    });
  }

  async seal(container: string, seals: string[]): Promise<void> {
    await this.run('beginTransaction');
    try {
      for (const seal of seals) {
        this.producer.produce('cargo.seals', null, Buffer.from(seal), container);
      }
    } catch (err) {
      await this.run('abortTransaction');
      throw err;
    }
    await this.run('commitTransaction');
  }
}
