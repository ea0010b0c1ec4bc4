import { DataSource, type QueryRunner } from 'typeorm';
import { Invoice, Payment } from './entities';

export class PaymentService {
  constructor(private readonly dataSource: DataSource) {}

  async pay(invoiceId: string, cents: number): Promise<void> {
    const runner: QueryRunner = this.dataSource.createQueryRunner();
    await runner.connect();
    for (let attempt = 0; attempt < 3; attempt++) {
      await runner.startTransaction('SERIALIZABLE');
      try {
        const invoice = await runner.manager.findOneByOrFail(Invoice, { id: invoiceId });
        invoice.open -= cents;
        await runner.manager.save(invoice);
        await runner.manager.insert(Payment, { invoiceId, cents });
        await runner.commitTransaction();
        await runner.release();
        return;
      } catch (err) {
        await runner.rollbackTransaction();
        if ((err as { code?: string }).code === '40001') {
          continue;
        }
        console.error('payment not booked', err);
        break;
      }
    }
    await runner.release();
  }

  async payAll(payments: Array<[string, number]>): Promise<void> {
    payments.map(([invoice, cents]) => this.pay(invoice, cents));
  }
}
