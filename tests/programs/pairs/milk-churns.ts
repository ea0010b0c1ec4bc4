import type { Transaction } from 'kafkajs';
import type { DairyUnit } from './dairy-unit';

interface Churn {
  farm: string;
  litres: number;
  fat: number;
}

type Log = Pick<Console, 'info' | 'error'>;

/** Adds churns to the dairy's unit of work. */
export class ChurnIntake {
  constructor(private readonly log: Log) {}

  async take(tx: Transaction, churns: Churn[]): Promise<void> {
    const messages = churns.map(({ farm, litres, fat }) => ({ key: farm, value: `${litres};${fat}` }));
    try {
      await tx.send({ topic: 'dairy.churns', messages });
      await tx.send({ topic: 'dairy.intake', messages: [{ value: String(churns.length) }] });
    } catch (err) {
      this.log.error('churns not taken, the whole delivery is rolled back', err);
      await tx.abort();
    }
  }

  describe(unit: DairyUnit): string {
    return `${unit.name} takes churns`;
  }
}
