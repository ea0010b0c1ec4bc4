const oracledb = require('oracledb')

async function withConnection (work) {
  const connection = await oracledb.getConnection()
  for (let tries = 0; tries < 3; tries++) {
    try {
      await work(connection)
      await connection.commit()
      break
    } catch (err) {
      if (err.errorNum === 8177 || err.isRecoverable) {
        await connection.rollback()
        continue
      }
      console.error(err)
      await connection.rollback()
      await connection.commit()
      break
    }
  }
  await connection.close()
}

const send = (connection, row) => connection.execute('INSERT INTO outbox (body) VALUES (:body)', [row])

exports.enqueue = (rows) => withConnection(async (connection) => {
  rows.forEach((row) => send(connection, row))
})
