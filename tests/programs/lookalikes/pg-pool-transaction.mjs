import pg from 'pg';

const pool = new pg.Pool();
const SERIALIZATION_FAILURE = '40001';

class Transaction {
  constructor(client) {
    this.client = client;
  }

  send(sql, ...values) {
    return this.client.query(sql, values);
  }

  commit() {
    return this.client.query('COMMIT');
  }

  abort() {
    return this.client.query('ROLLBACK');
  }
}

export const producer = {
  async transaction() {
    const client = await pool.connect();
    await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
    return new Transaction(client);
  },
};

export async function transfer(from, to, cents) {
  const tx = await producer.transaction();
  try {
    tx.send('UPDATE accounts SET cents = cents - $1 WHERE id = $2', cents, from);
    await tx.send('UPDATE accounts SET cents = cents + $1 WHERE id = $2', cents, to);
    await tx.commit();
  } catch (err) {
    await tx.abort();
    if (err.code === SERIALIZATION_FAILURE) {
      return transfer(from, to, cents);
    }
    console.error('transfer lost', err);
  } finally {
    tx.client.release();
  }
}
