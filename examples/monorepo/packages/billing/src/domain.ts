/** What the service works on; Kafka plays no part here. */

export interface Charge {
  readonly id: string;
  readonly account: string;
  readonly cents: number;
}

export interface Entry {
  readonly account: string;
  readonly cents: number;
}
