# A formula for Homebrew on macOS and Linux. It builds the repository that HOMEBREW_TAILWATT names,
# by an address or as file:// with the path of a clone:
#   HOMEBREW_TAILWATT=file://$PWD brew install --HEAD ./packaging/homebrew/tailwatt.rb
class Tailwatt < Formula
  desc "What background work costs a phone's battery, by simulation"
  homepage ENV.fetch("HOMEBREW_TAILWATT", "https://example.org")
  license "GPL-3.0-or-later"
  head ENV.fetch("HOMEBREW_TAILWATT", "https://example.org"), using: :git, branch: "main"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build] if OS.mac?
  depends_on "gsl"
  uses_from_macos "swift" => :build
  uses_from_macos "libxml2"
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    system "scripts/release", "build", "--disable-sandbox", "--product", "tailwatt"
    bin.install ".build/release/tailwatt"
    # The program finds both by its own place.
    pkgshare.install "Profiles"
    (pkgshare/"Reports").install "Reports/answers.csv"
    (pkgshare/"commit").write "#{Utils.git_short_head(length: 12)}\n"
    system "scripts/man", "man"
    man1.install Dir["man/*.1"]
    generate_completions_from_executable(bin/"tailwatt", "--generate-completion-script")
  end

  test do
    assert_match "keep-alive-29", shell_output("#{bin}/tailwatt compare keep-alive --replications 5")
  end
end
