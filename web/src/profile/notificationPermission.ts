/** The permission of the browser to notify the visitor. */

/** Ask for the permission, and return whether the visitor gave it. */
export async function askForNotifications(): Promise<boolean> {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}
