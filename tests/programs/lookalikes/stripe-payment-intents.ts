import Stripe from 'stripe';

const stripe = new Stripe(process.env.STRIPE_KEY ?? '');

export async function charge(customer: string, amount: number): Promise<string | null> {
  const intent = await stripe.paymentIntents.create({
    customer,
    amount,
    currency: 'eur',
    capture_method: 'manual',
  });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    try {
      await stripe.paymentIntents.confirm(intent.id);
      await stripe.paymentIntents.capture(intent.id);
      return intent.id;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeConnectionError) {
        continue;
      }
      console.error('charge failed', error);
      await stripe.paymentIntents.cancel(intent.id);
    }
  }
  return null;
}

export function remind(transactions: Stripe.Charge[]): void {
  transactions.forEach((transaction) => {
    stripe.charges.update(transaction.id, { metadata: { reminded: 'yes' } });
  });
}
