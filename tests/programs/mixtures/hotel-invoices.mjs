import mysql from 'mysql2/promise';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const pool = mysql.createPool({ uri: process.env.MYSQL_URL, connectionLimit: 5 });
const producer = new KafkaJS.Kafka({ 'bootstrap.servers': process.env.BOOTSTRAP }).producer({
  'transactional.id': `hotel-invoices-${process.env.HOTEL}`,
});

const DEADLOCKS = ['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT'];

/** InnoDB has rolled the transaction back already; the whole of it is done again. */
async function number(connection, invoice) {
  for (let tries = 3; ; tries--) {
    try {
      await connection.beginTransaction();
      const [[{ next }]] = await connection.query('SELECT next FROM invoice_numbers WHERE hotel = ? FOR UPDATE', [invoice.hotel]);
      await connection.query('UPDATE invoice_numbers SET next = next + 1 WHERE hotel = ?', [invoice.hotel]);
      await connection.query('INSERT INTO invoices (no, guest, cents) VALUES (?, ?, ?)', [next, invoice.guest, invoice.cents]);
      await connection.commit();
      return next;
    } catch (err) {
      await connection.rollback();
      if (tries === 1 || !DEADLOCKS.includes(err.code)) throw err;
    }
  }
}

async function commitResuming(attempts) {
  try {
    await producer.commit();
  } catch (err) {
    if (err.code === KafkaJS.ErrorCodes.ERR__TIMED_OUT && attempts > 1) {
      return commitResuming(attempts - 1);
    }
    await producer.disconnect().catch((e) => console.error('not disconnected', e));
    throw err;
  }
}

export async function issue(invoice) {
  const connection = await pool.getConnection();
  try {
    const no = await number(connection, invoice);
    await producer.transaction();
    await producer
      .send({ topic: 'hotel.invoices', messages: [{ key: invoice.guest, value: JSON.stringify({ no, ...invoice }) }] })
      .catch(async (err) => {
        await producer.abort().catch((e) => console.error('not aborted', e));
        throw err;
      });
    await commitResuming(4);
    return no;
  } finally {
    connection.release();
  }
}

export const connect = () => producer.connect();
