const { Spanner } = require('@google-cloud/spanner');

const database = new Spanner().instance('prod').database('ledger');

async function post(entries) {
  const [transaction] = await database.getTransaction();
  try {
    await transaction.begin();
    for (const entry of entries) {
      transaction.insert('entries', entry);
    }
    const [rows] = await transaction.run('SELECT SUM(cents) AS total FROM entries');
    await transaction.commit();
    return rows[0].total;
  } catch (err) {
    await transaction.rollback();
    if (err.code === 10 || err.code === 4) {
      return post(entries);
    }
    console.error(err);
  } finally {
    transaction.end();
  }
  return null;
}

function postLater(entries) {
  setTimeout(async () => {
    await post(entries);
  }, 1000);
}

module.exports = { post, postLater };
