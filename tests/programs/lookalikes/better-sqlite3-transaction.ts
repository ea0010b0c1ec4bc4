import Database from 'better-sqlite3';

const db = new Database('stock.db');
const insert = db.prepare('INSERT INTO moves (sku, quantity) VALUES (@sku, @quantity)');
const update = db.prepare('UPDATE stock SET quantity = quantity + @quantity WHERE sku = @sku');

interface Move {
  sku: string;
  quantity: number;
}

const move = db.transaction((moves: Move[]) => {
  for (const item of moves) {
    insert.run(item);
    update.run(item);
  }
});

export function moveAll(moves: Move[]): number {
  let attempt = 0;
  while (attempt++ < 10) {
    try {
      move.immediate(moves);
      return moves.length;
    } catch (err) {
      if ((err as { code?: string }).code === 'SQLITE_BUSY') {
        continue;
      }
      console.warn('moves dropped', err);
      return 0;
    }
  }
  return 0;
}

export function begin(): { commit(): void; abort(): void } {
  db.exec('BEGIN');
  return {
    commit: () => db.exec('COMMIT'),
    abort: () => db.exec('ROLLBACK'),
  };
}
