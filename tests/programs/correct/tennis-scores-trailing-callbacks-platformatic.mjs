import { Producer, stringSerializers } from '@platformatic/kafka'

export class TennisScores {
  constructor (bootstrapBrokers, court) {
    this.producer = new Producer({
      clientId: 'tennis-scores',
      bootstrapBrokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `tennis-scores-${court}`
    })
  }

  publish (points, callback) {
    this.producer.beginTransaction({}, (beginError, tx) => {
      if (beginError) {
        this.producer.close(true, () => callback(beginError))
        return
      }
      const messages = points.map((point) => ({
        topic: 'tennis.points',
        key: point.match,
        value: `${point.server} ${point.score}`
      }))
      tx.send({ messages }, (sendError) => {
        if (sendError) {
          tx.abort((abortError) => {
            callback(abortError ? new AggregateError([sendError, abortError]) : sendError)
          })
          return
        }
        tx.commit((commitError) => {
          if (commitError) {
            this.producer.close(true, () => callback(commitError))
            return
          }
          callback(null, points.length)
        })
      })
    })
  }

  close (callback) {
    this.producer.close(false, callback)
  }
}
