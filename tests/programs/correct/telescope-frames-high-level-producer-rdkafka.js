const { promisify } = require('util')
const { HighLevelProducer } = require('node-rdkafka')

const TIMEOUT = 30000

const producer = new HighLevelProducer({
  'metadata.broker.list': process.env.BROKERS,
  'transactional.id': `telescope-${process.env.DOME}`
})
producer.setPollInterval(50)

const begin = promisify(producer.beginTransaction.bind(producer))
const commit = promisify(producer.commitTransaction.bind(producer))
const abort = promisify(producer.abortTransaction.bind(producer))
const disconnect = promisify(producer.disconnect.bind(producer))

const deliver = (frame) => new Promise((resolve, reject) => {
  producer.produce('telescope.frames', null, frame.pixels, frame.id, frame.takenAt, (err, offset) => {
    if (err) reject(err)
    else resolve(offset)
  })
})

async function publish (frames) {
  await begin()
  let offsets
  try {
    offsets = await Promise.all(frames.map(deliver))
  } catch (err) {
    await abort(TIMEOUT).catch((abortErr) => console.error('frames not rolled back', abortErr))
    throw err
  }
  await commit(TIMEOUT)
  return offsets
}

async function main (frames) {
  await promisify(producer.connect.bind(producer))({})
  try {
    await promisify(producer.initTransactions.bind(producer))(TIMEOUT)
    return await publish(frames)
  } finally {
    await disconnect(TIMEOUT)
  }
}

module.exports = { main }
