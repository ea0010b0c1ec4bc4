const mysql = require('mysql2')

const connection = mysql.createConnection(process.env.MYSQL_URL)

function book (seat, passenger, callback) {
  connection.beginTransaction((err) => {
    if (err) return callback(err)
    connection.query('UPDATE seats SET passenger = ? WHERE seat = ?', [passenger, seat], (err) => {
      if (err) {
        console.error(err)
        return connection.rollback(() => callback(null))
      }
      connection.query('INSERT INTO log (seat) VALUES (?)', [seat])
      connection.commit((err) => {
        if (err && err.code === 'ER_LOCK_WAIT_TIMEOUT') {
          return book(seat, passenger, callback)
        }
        if (err) {
          return connection.rollback(() => {
            connection.commit(() => callback(null))
          })
        }
        callback(null)
      })
    })
  })
}

module.exports = { book }
