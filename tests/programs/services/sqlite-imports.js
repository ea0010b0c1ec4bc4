const Database = require('better-sqlite3');

const db = new Database('imports.db');
const insert = db.prepare('INSERT INTO rows (source, line) VALUES (?, ?)');

const producer = {
  beginTransaction: () => db.exec('BEGIN IMMEDIATE'),
  produce: (source, line) => insert.run(source, line),
  commitTransaction: () => db.exec('COMMIT'),
  abortTransaction: () => db.exec('ROLLBACK'),
};

exports.importLines = function importLines(source, lines) {
  producer.beginTransaction();
  try {
    for (const line of lines) {
      try {
        producer.produce(source, line);
      } catch (err) {
        if (err.code !== 'SQLITE_BUSY') throw err;
        producer.produce(source, line);
      }
    }
    producer.commitTransaction();
  } catch (err) {
    producer.abortTransaction();
    console.error('%s not imported', source, err);
  }
};

exports.all = db.transaction((sources) => sources.map(({ name, lines }) => exports.importLines(name, lines)));
