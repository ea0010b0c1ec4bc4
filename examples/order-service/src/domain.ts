/** What the service works on, and what it needs from the outside; Kafka plays no part here. */

export interface OrderLine {
  sku: string;
  quantity: number;
}

export interface Order {
  id: string;
  customer: string;
  lines: OrderLine[];
}

export interface Payment {
  id: string;
  orderId: string;
  cents: number;
}

export interface OutboxRow {
  id: string;
  topic: string;
  key: string;
  payload: string;
}

export interface Reply {
  status: number;
  body?: string;
}

export interface Stock {
  covers(lines: readonly OrderLine[]): Promise<boolean>;
}

export interface Outbox {
  unsent(limit: number): Promise<OutboxRow[]>;
  markSent(ids: readonly string[]): Promise<void>;
}

export interface Log {
  info(message: string, detail?: unknown): void;
  warn(message: string, detail?: unknown): void;
  error(message: string, detail?: unknown): void;
}
