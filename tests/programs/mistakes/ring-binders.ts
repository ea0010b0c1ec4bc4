import { KafkaJS } from '@confluentinc/kafka-javascript';

type Sheet = { binder: string; text: string };

export class Binder<P extends KafkaJS.Producer = KafkaJS.Producer> {
  constructor(protected readonly producer: P) {}

  async file(sheets: Sheet[]): Promise<Sheet[]> {
    const failed: Sheet[] = [];
    await this.producer.transaction();
    await sheets.reduce<Promise<unknown>>(
      (before, sheet) =>
        before
          .then(() =>
            this.producer.send({ topic: 'binders.sheets', messages: [{ key: sheet.binder, value: sheet.text }] }),
          )
          .catch(() => failed.push(sheet)),
      Promise.resolve(),
    );
    await this.producer.commit();
    return failed;
  }
}
