const { SNSClient, PublishBatchCommand } = require('@aws-sdk/client-sns')
const retry = require('async-retry')

const producer = new SNSClient({})

async function send (topic, messages) {
  const entries = messages.map((Message, i) => ({ Id: String(i), Message }))
  const { Failed = [] } = await retry(
    () => producer.send(new PublishBatchCommand({ TopicArn: topic, PublishBatchRequestEntries: entries })),
    { retries: 5, forever: true }
  )
  if (Failed.length > 0) {
    console.warn(`${Failed.length} messages failed`)
    await send(topic, Failed.map(({ Id }) => messages[Number(Id)]))
  }
}

exports.handler = async (event) => {
  try {
    await send(process.env.TOPIC, event.Records.map((record) => record.body))
  } catch (err) {
    console.error(err)
    producer.destroy()
    producer.send(new PublishBatchCommand({ TopicArn: process.env.TOPIC, PublishBatchRequestEntries: [] }))
  }
}
