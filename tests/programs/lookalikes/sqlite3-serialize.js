const sqlite3 = require('sqlite3').verbose();

const db = new sqlite3.Database(':memory:');

function run(sql, params = []) {
  return new Promise((resolve, reject) => {
    db.run(sql, params, (err) => (err ? reject(err) : resolve()));
  });
}

const begin = () => run('BEGIN');
const commit = () => run('COMMIT');
const abort = () => run('ROLLBACK');

async function save(readings) {
  await begin();
  try {
    for (const { sensor, value } of readings) {
      run('INSERT INTO readings VALUES (?, ?)', [sensor, value]);
    }
    await commit();
  } catch (err) {
    console.error('readings lost', err);
    await abort();
    await commit();
  }
}

async function saveForEver(readings) {
  for (;;) {
    try {
      await save(readings);
      break;
    } catch (err) {
      await abort();
    }
  }
}

module.exports = { save, saveForEver };
