const { Spanner } = require('@google-cloud/spanner');
const { status } = require('@google-cloud/spanner/build/src/transaction');

const database = new Spanner().instance('prod').database('tickets');

async function withTransaction(work) {
  const [transaction] = await database.getTransaction();
  await transaction.begin();
  for (let attempt = 0; ; attempt++) {
    try {
      const result = await work(transaction);
      await transaction.commit();
      return result;
    } catch (err) {
      if (err.code === 10 && attempt < 5) {
        await transaction.begin();
        continue;
      }
      transaction.rollback();
      console.error('ticket transaction failed', err);
      return null;
    } finally {
      transaction.end();
    }
  }
}

exports.reserve = (req, res) =>
  withTransaction(async (transaction) => {
    const [rows] = await transaction.run({
      sql: 'SELECT seat FROM seats WHERE event = @event AND holder IS NULL LIMIT 1',
      params: { event: req.params.event },
    });
    if (rows.length === 0) {
      return undefined;
    }
    const { seat } = rows[0].toJSON();
    transaction.update('seats', { event: req.params.event, seat, holder: req.user.id });
    return seat;
  }).then((seat) => (seat ? res.json({ seat }) : res.status(409).end()));

exports.health = (_req, res) => res.json({ ok: true, status });
